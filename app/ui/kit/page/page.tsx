import { Link } from "@remix-run/react";
import { Fragment, type ReactNode, useContext, useId } from "react";
import { Icon } from "~/ui/kit/icon";
import { NowContext } from "~/ui/kit/now";
import {
  formatCount,
  formatDateTime,
  formatDay,
  formatFileSize,
  formatTimeUntil,
  type Moment,
  parseMoment,
} from "~/values/format";
import { labelOf, statusFamily } from "~/values/labels";
import { useHelpTopic } from "./help-topics";
import { useHome } from "./home";
import { PrintedOrigin } from "./printed-origin";

export type Breadcrumb = { label: string; to?: string };

type PageHeaderProps = {
  title: string;
  lede?: ReactNode;
  actions?: ReactNode;
  breadcrumbs?: readonly Breadcrumb[];
  /** Of a page that stands in for the one at this address. */
  isStandIn?: boolean;
};

/**
 * The page's one h1, the way back above it and the page's actions beside it. The way begins where its audience begins;
 * a page that the navigation leads to needs none.
 */
export function PageHeader({ title, lede, actions, breadcrumbs, isStandIn }: PageHeaderProps) {
  return (
    <div className="glip-page-header">
      {breadcrumbs && breadcrumbs.length > 0 && (
        <>
          <Breadcrumbs items={breadcrumbs} />
          <PrintedOrigin />
        </>
      )}
      <div className="glip-page-header__row">
        <div className="glip-page-header__text">
          <h1>{title}</h1>
          {lede && <p className="glip-page-header__lede">{lede}</p>}
          {!isStandIn && <HelpLink />}
        </div>
        {actions && <div className="glip-page-header__actions glip-cluster">{actions}</div>}
      </div>
    </div>
  );
}

/** The way to what the help says of the page, where it says something. */
export function HelpLink() {
  const topic = useHelpTopic();
  return (
    topic && (
      <p className="glip-page-header__help">
        <Link to={topic.to}>{topic.label}</Link>
      </p>
    )
  );
}

function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  const home = useHome();
  return (
    <nav className="usa-breadcrumb" aria-label="Breadcrumbs">
      <ol className="usa-breadcrumb__list">
        {[home, ...items].map(({ label, to }: Breadcrumb) =>
          to === undefined ? (
            <li key={label} className="usa-breadcrumb__list-item usa-current" aria-current="page">
              <span>{label}</span>
            </li>
          ) : (
            <li key={to} className="usa-breadcrumb__list-item">
              <Link className="usa-breadcrumb__link" to={to}>
                <span>{label}</span>
              </Link>
            </li>
          ),
        )}
      </ol>
    </nav>
  );
}

type SectionProps = { title: string; id?: string; actions?: ReactNode; children: ReactNode };

/** A named part of a page. Its heading is an h2, which a link to `id` leads to. */
export function Section({ title, id, actions, children }: SectionProps) {
  const madeId = useId();
  const headingId = id ?? madeId;
  return (
    <section className="glip-section" aria-labelledby={headingId}>
      <div className="glip-section__heading glip-cluster glip-cluster--spread">
        <h2 id={headingId}>{title}</h2>
        {actions && <div className="glip-cluster">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

/** What a list shows when it has nothing: why, and what can be done about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="glip-empty">
      <p className="glip-empty__title">{title}</p>
      {children}
    </div>
  );
}

/** What a list shows whose pages have ended before the one that was asked for. */
export function PastLastPage({ what, firstPage }: { what: string; firstPage: string }) {
  return (
    <EmptyState title="This page does not exist">
      <p>
        {what} fewer pages. <Link to={firstPage}>Go to the first page</Link>.
      </p>
    </EmptyState>
  );
}

type AlertProps = { kind: "success" | "info" | "warning" | "error"; heading?: string; children: ReactNode };

/** A message that belongs to the page itself. One that answers an action goes through Layout's notice instead. */
export function Alert({ kind, heading, children }: AlertProps) {
  return (
    <div className={`usa-alert usa-alert--${kind}${heading ? "" : " usa-alert--slim"}`}>
      <div className="usa-alert__body">
        {heading && <h2 className="usa-alert__heading">{heading}</h2>}
        <div className="usa-alert__text">{children}</div>
      </div>
    </div>
  );
}

/** An enumerated status in words. The colour only repeats what the word says. */
export function StatusTag({ value }: { value: string }) {
  return <span className={`glip-status glip-status--${statusFamily(value)}`}>{labelOf(value)}</span>;
}

/** The tags of a comma separated column. */
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

/** Stands where a value would: an empty cell would leave the reader guessing whether the page is broken. */
function NotGiven() {
  return <span className="glip-muted">Not given</span>;
}

export type RecordRow = { term: string; value: ReactNode };

/** One record as terms and values. Every row is shown; one without a value says so. */
export function Record({ rows }: { rows: readonly RecordRow[] }) {
  return (
    <dl className="glip-record">
      {rows.map(({ term, value }) => (
        <div key={term} className="glip-record__row">
          <dt className="glip-record__term">{term}</dt>
          <dd className="glip-record__value">
            {value === null || value === undefined || value === "" ? <NotGiven /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type PaginationProps = { page: number; pageSize: number; total: number; hrefFor: (page: number) => string };

/** The pages shown as numbers: the first, the last and those around the current one. */
function numberedPages(page: number, lastPage: number): number[] {
  const around = [page - 1, page, page + 1];
  const padding = page <= 3 ? [2, 3, 4] : page >= lastPage - 2 ? [lastPage - 3, lastPage - 2, lastPage - 1] : [];
  const wanted = new Set([1, ...around, ...padding, lastPage]);
  return [...wanted].filter((number) => number >= 1 && number <= lastPage).sort((left, right) => left - right);
}

/** How much of a list is shown, and the way to the rest. An empty list has neither, nor has a page beyond the last. */
export function Pagination({ page, pageSize, total, hrefFor }: PaginationProps) {
  const lastPage = Math.ceil(total / pageSize);
  if (page > lastPage) return null;
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  return (
    <>
      <p className="glip-pagination__summary">
        Showing {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
      </p>
      {lastPage > 1 && <PageLinks page={page} lastPage={lastPage} hrefFor={hrefFor} />}
    </>
  );
}

type PageLinksProps = { page: number; lastPage: number; hrefFor: (page: number) => string };

function PageLinks({ page, lastPage, hrefFor }: PageLinksProps) {
  const numbers = numberedPages(page, lastPage);
  return (
    <nav className="usa-pagination" aria-label="Pagination">
      <ul className="usa-pagination__list">
        {page > 1 && (
          <li className="usa-pagination__item usa-pagination__arrow">
            <Link
              className="usa-pagination__link usa-pagination__previous-page"
              to={hrefFor(page - 1)}
              aria-label="Previous page"
            >
              <Icon name="navigate_before" />
              <span className="usa-pagination__link-text">Previous</span>
            </Link>
          </li>
        )}
        {numbers.map((number, index) => (
          <Fragment key={number}>
            {index > 0 && number - (numbers[index - 1] ?? 0) > 1 && (
              <li className="usa-pagination__item usa-pagination__overflow">
                <span aria-hidden="true">…</span>
                <span className="usa-sr-only">Pages not listed</span>
              </li>
            )}
            <li className="usa-pagination__item usa-pagination__page-no">
              <Link
                className={number === page ? "usa-pagination__button usa-current" : "usa-pagination__button"}
                to={hrefFor(number)}
                aria-label={number === lastPage ? `Last page, page ${number}` : `Page ${number}`}
                aria-current={number === page ? "page" : undefined}
              >
                {number}
              </Link>
            </li>
          </Fragment>
        ))}
        {page < lastPage && (
          <li className="usa-pagination__item usa-pagination__arrow">
            <Link
              className="usa-pagination__link usa-pagination__next-page"
              to={hrefFor(page + 1)}
              aria-label="Next page"
            >
              <span className="usa-pagination__link-text">Next</span>
              <Icon name="navigate_next" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Where the list can be ordered by it: the order that is asked for first. */
  sort?: string;
};

/** The order of a list that stands in a table, and the way to another one. */
export type Sorting = { sort: string; hrefFor: (sort: string) => string };

type DataTableProps<Row> = {
  /** Without it no header leads to another order. */
  sorting?: Sorting;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** What follows the row's name is a number each: few and short enough to stand beside each other on a phone. */
  isOfFigures?: boolean;
};

const STACKED = "usa-table usa-table--borderless usa-table--stacked glip-table";
const FIGURES = "usa-table usa-table--borderless usa-table--compact glip-figures";

/** A table that stacks on a phone. The first column names the row, so its cells are row headers. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isOfFigures, sorting }: DataTableProps<Row>) {
  return (
    <table className={isOfFigures ? FIGURES : STACKED}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, header, sort }) =>
            sorting && sort ? (
              <SortableHeader key={key} header={header} first={sort} sorting={sorting} />
            ) : (
              <th key={key} scope="col">
                {header}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, header, cell }, index) =>
              index === 0 ? (
                <th key={key} scope="row" data-label={header}>
                  {cell(row)}
                </th>
              ) : (
                <td key={key} data-label={header}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A header that leads to the order by its column: the other way round, where that is the present one. */
function SortableHeader({ header, first, sorting }: { header: string; first: string; sorting: Sorting }) {
  const name = first.replace("-", "");
  const isSorted = sorting.sort.replace("-", "") === name;
  const isDescending = isSorted && sorting.sort.startsWith("-");
  const next = isSorted ? (isDescending ? name : `-${name}`) : first;
  const icon = isSorted ? (isDescending ? "arrow_downward" : "arrow_upward") : "unfold_more";
  return (
    // What a screen reader says before each cell of the column is the short form.
    <th scope="col" abbr={header} aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}>
      <Link className="glip-sort" to={sorting.hrefFor(next)} preventScrollReset>
        <span>
          {header}
          <span className="usa-sr-only">, sort {next.startsWith("-") ? "descending" : "ascending"}</span>
        </span>
        <Icon name={icon} />
      </Link>
    </th>
  );
}

export type TimelineStep = {
  label: string;
  at?: Moment | null;
  detail?: ReactNode;
  state: "done" | "current" | "todo";
};

const stateWords = { done: "Done", current: "Current step", todo: "Not yet" } as const;

/** The steps a submission passes through, and which it has reached. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="glip-timeline">
      {steps.map(({ label, at, detail, state }) => (
        <li
          key={label}
          className={`glip-timeline__step glip-timeline__step--${state}`}
          aria-current={state === "current" ? "step" : undefined}
        >
          <span className="glip-timeline__marker">{state === "done" && <Icon name="check" />}</span>
          <div className="glip-timeline__label">
            {label} <span className="usa-sr-only">({stateWords[state]})</span>
          </div>
          {at !== undefined && at !== null && (
            <div className="glip-timeline__time">
              <DateTime value={at} />
            </div>
          )}
          {detail && <div>{detail}</div>}
        </li>
      ))}
    </ol>
  );
}

type MomentProps = { value: Moment | null };

/**
 * A moment in UTC, "Nov 20, 2026, 14:05 UTC". Text that is no date is shown as it stands.
 * @param withoutZone where a table says once for all of its cells that they are in UTC
 */
export function DateTime({ value, withoutZone = false }: MomentProps & { withoutZone?: boolean }) {
  if (value === null || value === "") return <NotGiven />;
  const date = parseMoment(value);
  if (date === null) return String(value);
  const text = formatDateTime(date);
  return <time dateTime={date.toISOString()}>{withoutZone ? text.replace(/ UTC$/, "") : text}</time>;
}

/** How long it is until a moment yet, as "12 days" in the words around it; nothing once it has passed. */
export function TimeLeft({ until, children }: { until: Moment | null; children: (left: string) => ReactNode }) {
  const now = useContext(NowContext);
  const date = until === null ? null : parseMoment(until);
  const left = now && date && formatTimeUntil(date, now);
  return left ? children(left) : null;
}

/** A moment that is to come, and how long until then: "Nov 25, 2026, 14:00 UTC, in 3 days". */
export function ComingDateTime({ value }: MomentProps) {
  return (
    <>
      <DateTime value={value} />
      <TimeLeft until={value}>{(left) => `, in ${left}`}</TimeLeft>
    </>
  );
}

/** A day in UTC, "Nov 20, 2026". Text that is no date is shown as it stands. */
export function Day({ value }: MomentProps) {
  if (value === null || value === "") return <NotGiven />;
  const date = parseMoment(value);
  return date === null ? String(value) : <time dateTime={date.toISOString().slice(0, 10)}>{formatDay(date)}</time>;
}

/** "24 KB" */
export function FileSize({ bytes }: { bytes: number }) {
  return formatFileSize(bytes);
}
