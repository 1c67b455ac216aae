import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { wholeList } from "~/domain/paging";
import { createPresetTag } from "~/domain/preset-tag/create.server";
import { deletePresetTag } from "~/domain/preset-tag/delete.server";
import { listPresetTags } from "~/domain/preset-tag/queries.server";
import { newPresetTagSchema } from "~/domain/preset-tag/schema";
import { constraintsOf } from "~/http/form.server";
import { page } from "~/http/page.server";
import { answerForms, onceForm } from "~/http/page-forms.server";
import { AdministrationNav } from "~/ui/administration-nav";
import { TextField } from "~/ui/fields";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { FormKit } from "~/ui/form-kit";
import { DateTime, EmptyState, PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Tags");

const LABELS = { label: "Tag" };

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "system admin");
  return { tags: wholeList(await read(listPresetTags)), constraints: constraintsOf(newPresetTagSchema) };
}

export const action = (args: ActionFunctionArgs) =>
  answerForms(
    args,
    {
      add: onceForm(createPresetTag, ({ label }) => ({ text: `The tag ${label} was added.` })),
      delete: onceForm(deletePresetTag, () => ({ text: "The tag was deleted." })),
    },
    "add",
  );

export default function Tags() {
  const { tags, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const refused = state?.form === "add" ? state : undefined;
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Tags"
        lede="Offered wherever technology tags are typed, so that people use the same word for the same thing. Other tags may be typed all the same."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <Section title="Add a tag">
        {/* Once one is added, the key makes the field an empty one. */}
        <Form key={tags.length} method="post" action="?add" noValidate className="usa-form usa-form--large glip-form">
          <FormKit constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
            <TextField
              name="label"
              label={LABELS.label}
              hint="Letters from a to z, digits, spaces and the signs - / & . +. It is kept in lower case."
              autoComplete="off"
            />
            <SubmitButton pendingText="Adding…">Add tag</SubmitButton>
          </FormKit>
        </Form>
      </Section>
      <Section title={`Tags offered now (${tags.length})`}>
        {tags.length > 0 ? (
          <ul className="glip-entries">
            {tags.map((tag) => (
              <li key={tag.id} className="glip-entry">
                <div className="glip-entry__text">
                  {tag.label}
                  <span className="glip-table__detail">
                    Added <DateTime value={tag.createdAt} />
                  </span>
                </div>
                <ConfirmedAction
                  label={
                    <>
                      Delete<span className="usa-sr-only"> {tag.label}</span>
                    </>
                  }
                  action="?delete"
                  fields={{ id: tag.id }}
                  confirmLabel="Delete the tag"
                  pendingText="Deleting…"
                >
                  It is no longer offered. Records and people that have it keep it. This cannot be taken back.
                </ConfirmedAction>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState title="No tag is offered yet">
            <p>Add the words that your agency uses. Without any, people type their own.</p>
          </EmptyState>
        )}
      </Section>
    </>
  );
}
