/** Titles of classification codes, by code. */
export type CodeTitles = Readonly<Record<string, string>>;

/** Classification codes, each with its title if this portal knows it. */
export function Codes({ codes, titles }: { codes: readonly string[]; titles: CodeTitles }) {
  if (!codes.some((code) => titles[code])) return codes.join(", ");
  return codes.map((code) => (
    <div key={code}>
      {code} <span className="glip-muted">{titles[code]}</span>
    </div>
  ));
}
