import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { type FieldErrors, FormKit } from "./form-kit";
import { Alert, EmptyState, Pagination } from "./page";

/** What a list's address asks for. */
type Query = Record<string, string>;

/** The address of the same list with some of its query changed; undefined takes a part away. */
export function hrefWith(query: Query, changes: Record<string, string | undefined>): string {
  const asked = Object.entries({ ...query, ...changes }).filter(
    (part): part is [string, string] => part[1] !== undefined,
  );
  return `?${new URLSearchParams(asked)}`;
}

/** Says that not all of an address counts. */
export function PartNotUnderstood() {
  return <Alert kind="warning">Part of what this address asks for was not understood, and is left out.</Alert>;
}

/** The filters of a list. They stand in its address, so that a filtered list can be kept and sent. */
export function FilterForm({ query, faults, children }: { query: Query; faults?: FieldErrors; children: ReactNode }) {
  return (
    <>
      {faults && <PartNotUnderstood />}
      {/* Another address is another form: its fields begin with what that one asks for. */}
      <Form method="get" className="glip-filters" key={JSON.stringify(query)}>
        <FormKit constraints={{}} values={query} errors={faults}>
          {children}
          <button className="usa-button" type="submit">
            Filter
          </button>
        </FormKit>
      </Form>
    </>
  );
}

type ListEmptyProps = { query: Query; total: number; title: string; children?: ReactNode };

/** What a list shows when it has nothing to show: that nothing fits, or that its pages end before this one. */
export function ListEmpty({ query, total, title, children }: ListEmptyProps) {
  if (total === 0) return <EmptyState title={title}>{children}</EmptyState>;
  return (
    <EmptyState title="There is no such page">
      <p>
        The list has fewer pages. <Link to={hrefWith(query, { page: undefined })}>Go to the first page</Link>.
      </p>
    </EmptyState>
  );
}

type ListPagesProps = { query: Query; list: { page: number; pageSize: number; total: number } };

/** The pages of a list that its address asks for. */
export function ListPages({ query, list: { page, pageSize, total } }: ListPagesProps) {
  return (
    <Pagination
      page={page}
      pageSize={pageSize}
      total={total}
      hrefFor={(other) => hrefWith(query, { page: String(other) })}
    />
  );
}
