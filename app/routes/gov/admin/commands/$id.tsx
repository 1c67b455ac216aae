import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { deleteCommand } from "~/domain/command/delete.server";
import { commandWithAncestors, contentsOfCommand } from "~/domain/command/queries.server";
import { whyNotDeletable } from "~/domain/command/rules";
import { newCommandSchema } from "~/domain/command/schema";
import { updateCommand } from "~/domain/command/update.server";
import { versionOf } from "~/operations/edited-record.server";
import { reachThrough } from "~/policy/policy";
import { AdministrationNav } from "~/routes/gov/admin/administration-nav";
import { COMMAND_LABELS, CommandFields } from "~/ui/command/command-fields";
import { fieldValuesOf } from "~/ui/kit/form/field-values";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Facts, RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { inputOf, page, requestedList } from "~/web/pages/page.server";
import { CommandChildren, CommandUsers } from "./command-belongings";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.command.name ?? "Command");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const command = await read(commandWithAncestors, { id: args.params.id });
  const { query, filter } = requestedList(args.request, inputOf(contentsOfCommand));
  return {
    command,
    ...(await read(contentsOfCommand, { ...filter, id: args.params.id })),
    query,
    readAt: versionOf(services.db, { kind: "command", id: command.id }),
    mayList: reachThrough("admin tier", actor) !== null,
    mayChange: reachThrough("system admin", actor) !== null,
    obstacle: whyNotDeletable(command.counts),
    // The form sends every field, so it requires those that a new command requires.
    constraints: constraintsOf(newCommandSchema),
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(
    args,
    {
      edit: pageForm(updateCommand, ({ name }) => ({ text: `${name} saved.` }), {
        edits: { kind: "command", id: args.params.id ?? "" },
      }),
      delete: pageForm(deleteCommand, () => ({ text: "Command deleted.", to: "/gov/admin/commands" }), { once: true }),
    },
    "edit",
  );

export default function CommandPage() {
  const { command, children, users, query, mayList, mayChange } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { id, name, parent, ancestors, mission, counts } = command;
  const hrefOf = (commandId: string) => `/gov/admin/commands/${commandId}`;
  const above = ancestors.map((ancestor) => ({ label: ancestor.abbreviation, to: hrefOf(ancestor.id) }));
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title={name}
        breadcrumbs={[
          ...(mayList ? [{ label: "Commands", to: "/gov/admin/commands" }] : []),
          ...above,
          { label: name },
        ]}
        actions={
          mayChange && (
            <>
              <a className="usa-button usa-button--outline" href="#name">
                Edit
              </a>
              <Link className="usa-button usa-button--outline" to={`/gov/admin/commands?move=${id}`}>
                Move
              </Link>
            </>
          )
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={COMMAND_LABELS} />
      <RecordPage
        facts={
          <Facts
            title="Command"
            rows={[
              { term: COMMAND_LABELS.abbreviation, value: command.abbreviation },
              { term: COMMAND_LABELS.echelon, value: command.echelon },
              {
                term: COMMAND_LABELS.parentId,
                value: parent ? (
                  <Link to={hrefOf(parent.id)}>
                    {parent.name} ({parent.abbreviation})
                  </Link>
                ) : (
                  "None (top level)"
                ),
              },
              { term: COMMAND_LABELS.location, value: command.location },
              {
                term: "Engagements",
                value:
                  counts.engagements > 0 ? (
                    <Link to={`/gov/engagements?commandId=${id}`}>
                      {counted(counts.engagements, "engagement", "engagements")}
                    </Link>
                  ) : (
                    "None"
                  ),
              },
            ]}
          />
        }
      >
        {mission && <div className="glip-plain-text">{mission}</div>}
        <CommandChildren list={children} query={query} mayChange={mayChange} />
        <CommandUsers list={users} query={query} commandId={id} mayList={mayList} />
        {mayChange && <Changes />}
      </RecordPage>
    </>
  );
}

function Changes() {
  const { command, readAt, constraints, obstacle } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const refused = state?.form === "edit" ? state : undefined;
  const { name, abbreviation, echelon, location, mission } = command;
  const saved = { name, abbreviation, echelon, location, mission };
  return (
    <>
      <Section title="Edit this command">
        {/* Saved text comes back trimmed. The key makes the fields show it. */}
        <Form
          key={JSON.stringify(saved)}
          method="post"
          action="?edit"
          noValidate
          className="usa-form usa-form--large glip-form"
        >
          <FormKit constraints={constraints} values={refused?.values ?? fieldValuesOf(saved)} errors={refused?.errors}>
            <ReadAtField value={refused?.readAt ?? readAt} />
            <CommandFields />
            <SubmitButton pendingText="Saving…">Save command</SubmitButton>
          </FormKit>
        </Form>
      </Section>
      <Section title="Delete this command">
        {obstacle ? (
          <p>{obstacle}. Move them elsewhere first.</p>
        ) : (
          <ConfirmedAction
            label="Delete this command"
            action="?delete"
            confirmLabel="Delete command"
            pendingText="Deleting…"
          >
            This removes the command from the hierarchy. It has no users, engagements or other commands. You cannot undo
            this.
          </ConfirmedAction>
        )}
      </Section>
    </>
  );
}
