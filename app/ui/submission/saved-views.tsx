import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { isFocusLost } from "~/ui/kit/list/address-change";
import { hrefWith, type RequestedList, recordHref } from "~/ui/kit/list/list-address";
import type { FieldConstraints, FormState } from "~/web/forms/form-state";

/** The names of the forms, in their actions' queries. */
export const SAVE_VIEW = "saveView";
export const DELETE_VIEW = "deleteView";

export const SAVED_VIEW_LABELS = { name: "Name" };

const PAGE = "/gov/submissions";

interface SavedViewsProps {
  requested: RequestedList;
  view: string;
  views: readonly { id: string; name: string; query: string }[];
  constraints: FieldConstraints;
  /** The form as it was refused. */
  refused: FormState | undefined;
}

/** The query of what a page shows, as a saved view keeps it. */
export const presentView = (requested: RequestedList, view: string) => recordHref("", requested, { view }).slice(1);

/** The reader's own views: links to them, and forms to save what the page shows now and to delete one. */
export function SavedViews({ requested, view, views, constraints, refused }: SavedViewsProps) {
  const present = presentView(requested, view);
  const actionOf = (name: string) => hrefWith(requested.query, { [name]: "" });
  const summary = useRef<HTMLElement>(null);
  const before = useRef(views.length);
  // The form that had the focus is gone.
  useEffect(() => {
    if (views.length !== before.current && isFocusLost()) summary.current?.focus();
    before.current = views.length;
  }, [views.length]);
  return (
    <nav aria-label="Your views" className="glip-saved-views">
      {views.length > 0 && (
        <ul className="usa-list usa-list--unstyled glip-cluster">
          {views.map(({ id, name, query }) => (
            <li key={id}>
              <Link to={`${PAGE}?${query}`} aria-current={query === present ? "page" : undefined}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <details className="glip-disclosure" open={refused !== undefined}>
        <summary className="glip-disclosure__summary" ref={summary}>
          {views.length > 0 ? "Save or delete views" : "Save this view"}
        </summary>
        <Form method="post" action={actionOf(SAVE_VIEW)} noValidate preventScrollReset key={views.length}>
          <input type="hidden" name="query" value={present} />
          <FormKit
            constraints={constraints}
            values={refused?.values ?? {}}
            errors={refused?.errors}
            asksBeforeLeaving={false}
          >
            <TextField
              name="name"
              label={SAVED_VIEW_LABELS.name}
              hint="For the view, filters and order that you see now. The name of an earlier view replaces it. Only you see your views."
              autoComplete="off"
            />
          </FormKit>
          <SubmitButton variant="outline" pendingText="Saving…">
            Save view
          </SubmitButton>
        </Form>
        {views.length > 0 && (
          <ul className="usa-list usa-list--unstyled">
            {views.map(({ id, name }) => (
              <li key={id}>
                <Form method="post" action={actionOf(DELETE_VIEW)} className="glip-cluster" preventScrollReset>
                  <input type="hidden" name="id" value={id} />
                  <span>{name}</span>
                  <SubmitButton variant="unstyled" pendingText="Deleting…">
                    Delete<span className="usa-sr-only"> {name}</span>
                  </SubmitButton>
                </Form>
              </li>
            ))}
          </ul>
        )}
      </details>
    </nav>
  );
}
