import { Link } from "@remix-run/react";
import { DataTable } from "~/ui/kit/list/data-table";
import { searchFor } from "./search-results";

const EXAMPLES = [
  { typed: "radar sensor", finds: "Records with all of these words. The last word can be the start of a longer word." },
  { typed: '"ground robotics"', finds: "These words next to each other, in this order." },
  { typed: "aircraft OR vehicle", finds: "Records with either word. Write OR in capital letters." },
  { typed: "radar -passive", finds: "Records with the first word but not the second." },
  { typed: "auto*", finds: "Words that start with these letters, such as autonomous and automatic." },
];

/** How to write a query, with examples to try. */
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
          { key: "finds", header: "What you find", cell: ({ finds }) => finds },
        ]}
        rows={EXAMPLES}
        rowKey={({ typed }) => typed}
      />
      {findsSimilar && (
        <p>
          If your words match nothing, we show records with similar spelling. If you use quotation marks, OR, a minus
          sign or an asterisk, we find only exact matches.
        </p>
      )}
      <p>
        We search the name, description and tags of organizations; the title, summary and tags of submissions that are
        not archived; the title, summary and location of engagements; and the title, description and tags of calls. We
        do not search notes, messages and files.
      </p>
    </div>
  );
}
