/** An enumerated value, worded by labelOf, or a value with a wording of its own. */
export type Option = string | { value: string; label: string };

export function worded(options: readonly Option[], labelOf: (value: string) => string) {
  return options.map((option) => (typeof option === "string" ? { value: option, label: labelOf(option) } : option));
}

export type ChoiceProps = {
  /** Without them the options are those the server's rules name. */
  options?: readonly Option[];
  labelOf?: (value: string) => string;
};
