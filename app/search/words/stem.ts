export const stemOf = (word: string) => word.replace(/(ing|ed|es|s|ors|or)$/, "");
