/** Values on both sides of each rule for new passwords: the value, a description, and whether it is accepted. */
export const NEW_PASSWORD_EDGES: readonly [value: string | undefined, what: string, isAccepted: boolean][] = [
  [undefined, "missing", false],
  ["Aa1!aaaaaaaaa", "13 characters", false],
  ["Aa1!aaaaaaaaaa", "14 characters", true],
  [`Aa1!${"a".repeat(124)}`, "128 characters", true],
  [`Aa1!${"a".repeat(125)}`, "129 characters", false],
  ["aa1!aaaaaaaaaa", "without an upper case letter", false],
  ["AA1!AAAAAAAAAA", "without a lower case letter", false],
  ["Aaa!aaaaaaaaaa", "without a digit", false],
  ["Aa1aaaaaaaaaaa", "without a special character", false],
];
