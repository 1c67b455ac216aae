import { stemmer } from "stemmer";

/** The stem that an English word shares with its other forms (Porter's algorithm): "sensing" and "sensed" have "sens". */
export const stemOf = (word: string): string => stemmer(word);
