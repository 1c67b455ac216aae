import { NotGiven } from "./not-given";

/** The tags of a comma-separated column. @param most how many to show, where a row has one line. A number is for the others */
export function TagList({ tags, most = Number.POSITIVE_INFINITY }: { tags: string | null; most?: number }) {
  const names = [...new Set((tags ?? "").split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
  if (names.length === 0) return <NotGiven />;
  const others = names.slice(most);
  return (
    <ul className="glip-tags" title={most < names.length ? names.join(", ") : undefined}>
      {names.slice(0, most).map((name) => (
        <li key={name} className="usa-tag">
          {name}
        </li>
      ))}
      {others.length > 0 && (
        <li>
          <span aria-hidden="true">+{others.length}</span>
          <span className="usa-sr-only">{others.join(", ")}</span>
        </li>
      )}
    </ul>
  );
}
