import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { deleteEngagement } from "~/domain/engagement/delete.server";
import { deleteEngagementAttachment } from "~/domain/engagement/delete-attachment.server";
import { engagementAudience, engagementRecord } from "~/domain/engagement/queries.server";
import { newEngagementNoteSchema } from "~/domain/engagement/schema";
import { constraintsOf } from "~/http/form.server";
import { ATTACHMENT_BODY } from "~/http/multipart.server";
import { page } from "~/http/page.server";
import { answerForms, onceForm } from "~/http/page-forms.server";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { ATTACHMENT_LABELS, Attachments } from "~/ui/attachments";
import { Audience } from "~/ui/audience";
import { EngagementRecord } from "~/ui/engagement-record";
import { ConfirmedAction, ErrorSummary } from "~/ui/form-feedback";
import { counted } from "~/ui/format";
import { NOTE_LABELS, NoteForm, NoteList } from "~/ui/notes";
import { EmptyState, PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate";
export { uploadAction as clientAction } from "~/ui/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.engagement.title ?? "Engagement");

const LABELS = { ...NOTE_LABELS, ...ATTACHMENT_LABELS };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const engagement = await read(engagementRecord, { id: args.params.id });
  const mayWrite = reachesCommand(reachThrough("engagement write", actor), actor, engagement.commandId);
  return {
    engagement,
    mayWrite,
    audience: mayWrite ? await read(engagementAudience, { id: args.params.id }) : 0,
    noteConstraints: constraintsOf(newEngagementNoteSchema),
  };
}

export const action = (args: ActionFunctionArgs) =>
  answerForms(
    args,
    {
      note: onceForm(addEngagementNote, () => ({ text: "The note was added." })),
      add: onceForm(
        addEngagementAttachments,
        ({ length }) => ({ text: `${counted(length, "file was", "files were")} added.` }),
        { multipart: ATTACHMENT_BODY },
      ),
      remove: onceForm(deleteEngagementAttachment, () => ({ text: "The file was deleted." })),
      delete: onceForm(deleteEngagement, () => ({ text: "The engagement was deleted.", to: "/gov/engagements" })),
    },
    "note",
  );

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
            <p>
              {mayWrite
                ? "Write down what was said and what follows from it."
                : "The people of its command write here what was said."}
            </p>
          </EmptyState>
        )}
        {mayWrite && (
          <NoteForm
            key={notes.at(-1)?.id}
            action="?note"
            constraints={noteConstraints}
            values={ofNote?.values}
            errors={ofNote?.errors}
            notice={<Audience people={audience} doing="Adding a note" />}
          />
        )}
      </Section>
      <Section title={`Files (${attachments.length})`}>
        <Attachments
          attachments={attachments}
          hrefFor={(file) => `/api/gov/engagements/${id}/attachments/${file.id}`}
          forms={mayWrite ? { add: "?add", remove: "?remove" } : undefined}
          notices={{
            add: <Audience people={audience} doing="Adding files" />,
            remove: <Audience people={audience} doing="Deleting it" />,
          }}
          refused={state?.form === "add" ? state : undefined}
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
              {counted(notes.length, "note", "notes")} and {counted(attachments.length, "file", "files")} are deleted
              with it, and its links to organizations. This cannot be taken back.{" "}
              <Audience people={audience} doing="Deleting it" />
            </p>
          </ConfirmedAction>
        </Section>
      )}
    </>
  );
}
