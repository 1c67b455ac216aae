const EXAMPLES: readonly [typed: string, shown: string][] = [
  ["# Heading", "A heading. Two # make a smaller one."],
  ["- First item", "A list with bullets. Start each line with a hyphen."],
  ["1. First step", "A numbered list"],
  ["**important**", "Bold"],
  ["*word*", "Italic"],
  ["[agenda](https://example.gov)", "A link. Addresses that you type become links too."],
  ["> What they said", "A quotation"],
];

/** What can be typed in a field for formatted text. */
export function FormattingHelp() {
  return (
    <details className="glip-formatting">
      <summary>Formatting</summary>
      <p>An empty line starts a new paragraph. Line breaks stay.</p>
      <dl className="glip-groups">
        {EXAMPLES.map(([typed, shown]) => (
          <div key={typed} className="glip-groups__row">
            <dt>
              <code>{typed}</code>
            </dt>
            <dd>{shown}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
