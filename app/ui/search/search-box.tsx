import { Form, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { SEARCH_PAGES } from "~/domain/search/addresses";
import { Icon } from "~/ui/kit/icon";
import { Suggestions } from "./suggestions";

/** The search box in the header of every government page. */
export function SearchBox() {
  const form = useResetForm(useLocation().key);
  const id = "search-box";
  return (
    <Form
      ref={form}
      className="usa-search usa-search--small glip-search-box"
      method="get"
      action={SEARCH_PAGES.government}
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
      <Suggestions inputId={id} remembers />
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
