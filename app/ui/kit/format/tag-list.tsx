import { NotGiven } from "./not-given";

/** The tags of a comma-separated column. */
export function TagList({ tags }: { tags: string | null }) {
  const names = [...new Set((tags ?? "").split(",").map((tag) => tag.trim()))].filter((tag) => tag !== "");
  if (names.length === 0) return <NotGiven />;
  return (
    <ul className="glip-tags">
      {names.map((name) => (
        <li key={name} className="usa-tag">
          {name}
        </li>
      ))}
    </ul>
  );
}
