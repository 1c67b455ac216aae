import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { EntryType } from "#db/enumerations";
import type { LedgerItem } from "~/domain/search/ledger-items.server";
import type { Piece } from "~/search/marks";
import { DayOf, ShortDay } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Section } from "~/ui/kit/page/section";
import { formatCount } from "~/values/format";
import { TYPE_NAMES } from "./type-names";

/** A result, with the matching words marked. */
export interface ShownItem extends Pick<LedgerItem, "type" | "id" | "url"> {
  title: Piece[];
  snippet: Piece[];
  meta: Omit<LedgerItem["meta"], "tags"> & { tags: Piece[][] };
}

export interface ShownGroup {
  type: EntryType;
  label: string;
  items: ShownItem[];
  count: ShownCount;
  /** How many results a page of one type shows, if more than these. */
  more: number | null;
}

/** A number of matches, or the limit up to which we counted. */
interface ShownCount {
  total: number;
  isAtLeast: boolean;
}

/** "2,000 or more" */
export function countText({ total, isAtLeast }: ShownCount): string {
  return isAtLeast ? `${formatCount(total)} or more` : formatCount(total);
}

/** Where links to another search lead: past the form, which stays the same. */
export const RESULTS = "results";

/** The address of another search. */
export function searchFor(query: Record<string, string>, changes: Record<string, string | undefined> = {}): string {
  return `${hrefWith(query, changes)}#${RESULTS}`;
}

/** What each type's date means, and how to show it. */
const DATES: Readonly<Partial<Record<EntryType, { label: string; Shown: (props: { value: string }) => ReactNode }>>> = {
  submission: { label: "Submitted ", Shown: DayOf },
  engagement: { label: "", Shown: ShortDay },
  call: { label: "Deadline ", Shown: DayOf },
  announcement: { label: "Published ", Shown: DayOf },
  file: { label: "", Shown: DayOf },
  note: { label: "", Shown: DayOf },
};

type GroupProps = { group: ShownGroup; query: Record<string, string> };

/** The best results of all types. */
export function BestResults({ items }: { items: ShownItem[] }) {
  return (
    <Section title="Best matches">
      <Results items={items} namesType />
    </Section>
  );
}

/** The results of one type, and a link to more. */
export function FoundGroup({ group: { type, label, items, count, more }, query }: GroupProps) {
  return (
    <Section title={`${label} (${countText(count)})`}>
      <Results items={items} />
      {more !== null && (
        <p className="glip-more">
          <Link to={searchFor(query, { types: type, limit: String(more) })}>Show more {label.toLowerCase()}</Link>
        </p>
      )}
      {more === null && count.total > items.length && (
        <p className="glip-more">
          We show only the first {items.length}. To narrow your search, add words, put quotation marks around phrases,
          or exclude words with a minus sign.
        </p>
      )}
    </Section>
  );
}

function Results({ items, namesType = false }: { items: ShownItem[]; namesType?: boolean }) {
  return (
    <ul className="usa-collection glip-results">
      {items.map(({ type, id, url, title, snippet, meta }) => (
        <li className="usa-collection__item" key={`${type} ${id}`}>
          <div className="usa-collection__body">
            <h3 className="usa-collection__heading">
              <Link className="usa-link" to={url}>
                <Marked pieces={title} />
              </Link>
            </h3>
            {snippet.length > 0 && (
              <p className="usa-collection__description">
                <Marked pieces={snippet} />
              </p>
            )}
            <Meta type={type} namesType={namesType} {...meta} />
          </div>
        </li>
      ))}
    </ul>
  );
}

type MetaProps = ShownItem["meta"] & { type: EntryType; namesType: boolean };

function Meta({ type, namesType, status, organization, command, date, page, tags }: MetaProps) {
  const shownDate = DATES[type];
  return (
    <div className="usa-collection__meta glip-cluster">
      {namesType && <span>{TYPE_NAMES[type]}</span>}
      {status && <StatusTag value={status} />}
      {organization && <span>{organization}</span>}
      {command && <span>{command}</span>}
      {date && shownDate && (
        <span>
          {shownDate.label}
          <shownDate.Shown value={date} />
        </span>
      )}
      {page && <span>Page {page}</span>}
      {tags.length > 0 && (
        <ul className="glip-tags" aria-label="Tags">
          {tags.map((pieces) => (
            <li key={pieces.map(({ text }) => text).join("")} className="usa-tag">
              <Marked pieces={pieces} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A text with the matching words marked. */
function Marked({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ text, isMarked }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    isMarked ? <mark key={index}>{text}</mark> : text,
  );
}
