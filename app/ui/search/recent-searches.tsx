import { Form, Link } from "@remix-run/react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { Section } from "~/ui/kit/page/section";
import { searchFor } from "./search-results";

/** The page's form that clears the list. */
export const CLEAR_RECENT = "clearRecent";
export const RECENT_CLEARED = "Recent searches cleared.";

/** What the reader last searched for, newest first. Nothing if there is nothing. */
export function RecentSearches({ queries }: { queries: string[] }) {
  if (queries.length === 0) return null;
  return (
    <Section
      title="Your recent searches"
      actions={
        <Form method="post" action={`?${CLEAR_RECENT}`} preventScrollReset>
          <SubmitButton variant="unstyled" pendingText="Clearing…">
            Clear<span className="usa-sr-only"> your recent searches</span>
          </SubmitButton>
        </Form>
      }
    >
      <ul className="usa-list usa-list--unstyled glip-recent-searches">
        {queries.map((query) => (
          <li key={query}>
            <Link to={searchFor({ q: query })}>{query}</Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
