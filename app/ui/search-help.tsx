import { Link } from "@remix-run/react";
import { DataTable } from "./page";
import { searchFor } from "./search-results";

const EXAMPLES = [
  { typed: "radar sensor", finds: "Records with all of the words. The last may be the beginning of a longer one." },
  { typed: '"ground robotics"', finds: "The words next to each other, in this order." },
  { typed: "aircraft OR vehicle", finds: "Records with either word. OR stands in capital letters." },
  { typed: "radar -passive", finds: "Records with the first word and without the second." },
  { typed: "auto*", finds: "Every word that begins so, such as autonomous and automatic." },
];

/** What a query can say, with examples to try. */
export function SearchHelp({ findsSimilar }: { findsSimilar: boolean }) {
  return (
    <div className="glip-stack">
      <DataTable
        caption="What you can type"
        columns={[
          {
            key: "typed",
            header: "Example",
            cell: ({ typed }) => (
              <Link to={searchFor({ q: typed })}>
                <code>{typed}</code>
              </Link>
            ),
          },
          { key: "finds", header: "It finds", cell: ({ finds }) => finds },
        ]}
        rows={EXAMPLES}
        rowKey={({ typed }) => typed}
      />
      {findsSimilar && (
        <p>
          When plain words match nothing, what is spelled similarly is shown. With quotation marks, OR, a minus or a
          star, a search finds exactly what it says.
        </p>
      )}
      <p>
        Organizations are found by their name, description and tags; submissions by their title, summary and tags,
        unless they are archived; engagements by their title, summary and location; calls by their title, description
        and tags.
      </p>
    </div>
  );
}
