import { Link } from "@remix-run/react";
import { SEARCH_PAGES } from "~/domain/search/addresses";
import { DataTable } from "~/ui/kit/list/data-table";
import { searchFor } from "./search-results";

const EXAMPLES = [
  { typed: "radar sensor", finds: "Records with all of these words. The last word can be the start of a longer word." },
  { typed: '"ground robotics"', finds: "These words next to each other, in this order." },
  { typed: "aircraft OR vehicle", finds: "Records with either word. Write OR in capital letters." },
  { typed: "radar -passive", finds: "Records with the first word but not the second." },
  { typed: "auto*", finds: "Words that start with these letters, such as autonomous and automatic." },
];

/** What each audience searches. */
const SEARCHED = {
  government:
    "We search organizations, submissions that are not archived, engagements, calls, announcements, people, tags, notes, messages and the text of files. Administrators also find commands. Codes such as UEI, CAGE, NAICS and solicitation numbers are found with or without hyphens.",
  company:
    "We search calls, announcements and their files, and your organization's submissions with their messages and files.",
  public: "We search calls for technology, announcements and their files.",
} as const;

/** How to write a query, with examples to try. */
export function SearchHelp({ audience, guesses }: { audience: keyof typeof SEARCHED; guesses: boolean }) {
  const page = audience === "government" ? SEARCH_PAGES.government : SEARCH_PAGES.everyone;
  return (
    <div className="glip-stack">
      <p>{SEARCHED[audience]}</p>
      <DataTable
        caption="What you can type"
        columns={[
          {
            key: "typed",
            header: "Example",
            cell: ({ typed }) => (
              <Link to={`${page}${searchFor({ q: typed })}`}>
                <code>{typed}</code>
              </Link>
            ),
          },
          { key: "finds", header: "What you find", cell: ({ finds }) => finds },
        ]}
        rows={EXAMPLES}
        rowKey={({ typed }) => typed}
      />
      <p>
        Other forms of your words count too, and other names of a tag if an administrator added them. You can write days
        and months: June 5, next week, March 2026.
      </p>
      {guesses && (
        <p>
          If nothing has all of your words, we correct the spelling, or show records that have most of them. If you use
          quotation marks, OR, a minus sign or an asterisk, we find only exact matches.
        </p>
      )}
    </div>
  );
}
