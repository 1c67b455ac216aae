import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { deleteEngagement } from "~/domain/engagement/delete.server";
import { deleteEngagementAttachment } from "~/domain/engagement/delete-attachment.server";
import { engagementAudience, engagementRecord } from "~/domain/engagement/queries.server";
import { reachesCommand } from "~/domain/engagement/rules";
import { engagementNoteSchema } from "~/domain/engagement/schema";
import { constraintsOf } from "~/http/form.server";
import { ATTACHMENT_BODY } from "~/http/multipart.server";
import { page } from "~/http/page.server";
import { answerForms, pageForm } from "~/http/page-forms.server";
import { reachThrough } from "~/policy/policy";
import { Attachments } from "~/ui/attachments";
import { Audience, EngagementRecord, NoteList } from "~/ui/engagement-record";
import { TextArea } from "~/ui/fields";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { FormKit } from "~/ui/form-kit";
import { counted } from "~/ui/format";
import { EmptyState, PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleOf(data?.engagement.title ?? "Engagement");

const LABELS = { body: "Note", files: "Files" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const engagement = await read(engagementRecord, { id: args.params.id });
  const mayWrite = reachesCommand(reachThrough("engagement write", actor), actor, engagement.commandId);
  return {
    engagement,
    mayWrite,
    audience: mayWrite ? await read(engagementAudience, { id: args.params.id }) : 0,
    noteConstraints: constraintsOf(engagementNoteSchema),
  };
}

export const action = (args: ActionFunctionArgs) =>
  answerForms(args, {
    note: pageForm(addEngagementNote, () => ({ text: "The note was added." })),
    add: pageForm(
      addEngagementAttachments,
      ({ length }) => ({ text: `${counted(length, "file was", "files were")} added.` }),
      { multipart: ATTACHMENT_BODY },
    ),
    remove: pageForm(deleteEngagementAttachment, () => ({ text: "The file was deleted." })),
    delete: pageForm(deleteEngagement, () => ({ text: "The engagement was deleted.", to: "/gov/engagements" })),
  });

export default function EngagementPage() {
  const { engagement, mayWrite, audience, noteConstraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { id, title, notes, attachments } = engagement;
  const ofNote = state?.form === "note" ? state : undefined;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: "Engagements", to: "/gov/engagements" }, { label: title }]}
        actions={
          mayWrite && (
            <Link className="usa-button" to={`/gov/engagements/${id}/edit`}>
              Edit
            </Link>
          )
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <EngagementRecord engagement={engagement} />
      <Section title={`Notes (${notes.length})`}>
        {notes.length > 0 ? (
          <NoteList notes={notes} />
        ) : (
          <EmptyState title="No note yet">
            {mayWrite && <p>Write down what was said and what follows from it.</p>}
          </EmptyState>
        )}
        {mayWrite && (
          // A new form once a note was added: a browser would keep the text in the old one, to be added again.
          <Form
            key={notes.at(-1)?.id}
            method="post"
            action="?note"
            noValidate
            className="usa-form usa-form--large glip-form"
          >
            <FormKit constraints={noteConstraints} values={ofNote?.values ?? {}} errors={ofNote?.errors}>
              <TextArea name="body" label={LABELS.body} rows={4} />
              <div className="glip-cluster">
                <SubmitButton pendingText="Adding…">Add the note</SubmitButton>
                <Audience people={audience} doing="Adding a note" />
              </div>
            </FormKit>
          </Form>
        )}
      </Section>
      <Section title={`Attachments (${attachments.length})`}>
        <Attachments
          attachments={attachments}
          hrefFor={(file) => `/api/gov/engagements/${id}/attachments/${file.id}`}
          forms={mayWrite ? { add: "?add", remove: "?remove" } : undefined}
          notice={<Audience people={audience} doing="Adding files" />}
          errors={state?.form === "add" ? state.errors : undefined}
        />
      </Section>
      {mayWrite && (
        <Section title="Delete">
          <ConfirmedAction
            label="Delete this engagement"
            action="?delete"
            confirmLabel="Delete the engagement"
            pendingText="Deleting…"
          >
            <p>
              {counted(notes.length, "note", "notes")} and {counted(attachments.length, "attachment", "attachments")}{" "}
              are deleted with it, and its links to organizations. It cannot be undone.{" "}
              <Audience people={audience} doing="Deleting it" />
            </p>
          </ConfirmedAction>
        </Section>
      )}
    </>
  );
}
