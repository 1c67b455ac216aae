import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { type FieldErrors, FormKit } from "./form-kit";
import { Pagination } from "./page";

/** What a list's address asks for. */
type Query = Record<string, string>;

/** The address of the same list with some of its query changed; undefined takes a part away. */
export function hrefWith(query: Query, changes: Record<string, string | undefined>): string {
  const asked = Object.entries({ ...query, ...changes }).filter(
    (part): part is [string, string] => part[1] !== undefined,
  );
  return `?${new URLSearchParams(asked)}`;
}

/** The filters of a list. They stand in its address, so that a filtered list can be kept and sent. */
export function FilterForm({ query, errors, children }: { query: Query; errors?: FieldErrors; children: ReactNode }) {
  return (
    <Form method="get" className="glip-filters">
      <FormKit constraints={{}} values={query} errors={errors}>
        {children}
        <button className="usa-button" type="submit">
          Filter
        </button>
      </FormKit>
    </Form>
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
