import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { searchNotices } from "~/domain/notification/queries.server";
import { commandsOfSearches, listSavedSearches, searchPageOf } from "~/domain/saved-search/queries.server";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import {
  NOTICE_WORDS,
  NOTIFICATION_SETTINGS_PAGE,
  SAVED_SEARCHES_PAGE,
  SearchInWords,
  SearchNoticesOff,
} from "~/ui/saved-search/saved-search-fields";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Saved searches");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "signed in");
  const { items } = await read(listSavedSearches);
  return {
    items,
    commands: await read(commandsOfSearches, { ids: items.flatMap(({ filters }) => filters.command ?? []) }),
    ...(await read(searchNotices)),
    searchPage: searchPageOf(actor),
  };
}

export default function SavedSearches() {
  const { items, commands, areOff, searchPage } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Saved searches"
        breadcrumbs={[{ label: "Search", to: searchPage }, { label: "Saved searches" }]}
        lede="We notify you of new records that your searches find. Only you see them."
        actions={<Link to={NOTIFICATION_SETTINGS_PAGE}>Notification settings</Link>}
      />
      {areOff && <SearchNoticesOff />}
      {items.length === 0 ? (
        <EmptyState title="No saved searches yet">
          <p>
            <Link to={searchPage}>Search for something</Link>, then select “Save this search”.
          </p>
        </EmptyState>
      ) : (
        <ul className="usa-collection">
          {items.map(({ id, name, url, notify, ...searched }) => (
            <li key={id} className="usa-collection__item">
              <div className="usa-collection__body">
                <h2 className="usa-collection__heading">
                  <Link className="usa-link" to={url}>
                    {name}
                  </Link>
                </h2>
                <p className="usa-collection__description">
                  <SearchInWords {...searched} commands={commands} />
                </p>
                <ul className="usa-collection__meta" aria-label="Notifications">
                  <li className="usa-collection__meta-item">Notifies: {NOTICE_WORDS[notify].toLowerCase()}</li>
                  <li className="usa-collection__meta-item">
                    <Link to={`${SAVED_SEARCHES_PAGE}/${id}`}>
                      Change or delete<span className="usa-sr-only"> {name}</span>
                    </Link>
                  </li>
                </ul>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
