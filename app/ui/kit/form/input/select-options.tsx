/** The options of a list, which the server writes without an element for each (`./option-shortcuts.server`). */
export function SelectOptions({ options }: { options: readonly { value: string; label: string }[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
