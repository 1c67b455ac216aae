import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { EntryType } from "#db/enumerations";
import { ENTRY_TYPE_LABELS } from "~/domain/search/rules";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { Icon } from "~/ui/kit/icon";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraints } from "~/web/forms/form-state";

/** Government's search, of the whole ledger. */
export const SEARCH_PAGE = "/gov/search";
/** The search for everyone else. */
export const PUBLIC_SEARCH_PAGE = "/search";

/** The search box in the header of every government page. */
export function SearchBox() {
  const form = useResetForm(useLocation().key);
  const id = "search-box";
  return (
    <Form
      ref={form}
      className="usa-search usa-search--small glip-search-box"
      method="get"
      action={SEARCH_PAGE}
      role="search"
      aria-label="All records"
    >
      <label className="usa-sr-only" htmlFor={id}>
        Search all records
      </label>
      <input className="usa-input" id={id} name="q" type="search" />
      <button className="usa-button" type="submit">
        <Icon name="search" label="Search" className="usa-icon--size-3" />
      </button>
    </Form>
  );
}

type SearchFormProps = {
  constraints: FieldConstraints;
  /** The query of the address. */
  q: string;
  types: string[];
  /** The page that searches, and the types that it can find. */
  page: string;
  offered: readonly EntryType[];
  faults?: FieldErrors;
};

/** The search page's form: the query and the types to search. */
export function SearchForm({ constraints, q, types, page, offered, faults }: SearchFormProps) {
  const options = offered.map((value) => ({ value, label: ENTRY_TYPE_LABELS[value] }));
  const form = useResetForm(JSON.stringify([q, types]));
  return (
    <Form
      ref={form}
      className="glip-search"
      method="get"
      action={page}
      role="search"
      aria-label="By words and types"
      noValidate
    >
      <FormKit constraints={constraints} values={{ q, types }} errors={faults}>
        <div className="glip-find">
          <TextField type="search" name="q" label="Search terms" />
          <button className="usa-button" type="submit">
            Search
          </button>
        </div>
        <CheckboxGroup name="types" legend="Only these types" options={options} />
      </FormKit>
    </Form>
  );
}

/**
 * A form whose fields follow the page's address, even if a link leads to the same page with another query. It stays the
 * same form, so a focused field keeps its focus.
 */
export function useResetForm(query: string) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef(query);
  useEffect(() => {
    // Not on hydration: people may have typed something before.
    if (shown.current === query) return;
    shown.current = query;
    form.current?.reset();
  }, [query]);
  return form;
}
