/** A value that labelOf can word, or a value with its own label. */
export type Option = string | { value: string; label: string };

export function worded(options: readonly Option[], labelOf: (value: string) => string) {
  return options.map((option) => (typeof option === "string" ? { value: option, label: labelOf(option) } : option));
}

export type ChoiceProps = {
  /** Without options, the field offers those of its constraint. */
  options?: readonly Option[];
  labelOf?: (value: string) => string;
};
