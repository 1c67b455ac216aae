import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { deleteEngagement } from "~/domain/engagement/delete.server";
import { deleteEngagementAttachment } from "~/domain/engagement/delete-attachment.server";
import { notesOfEngagement } from "~/domain/engagement/notes.server";
import { engagementAudience, engagementWithoutNotes } from "~/domain/engagement/queries.server";
import { newEngagementNoteSchema } from "~/domain/engagement/schema";
import { constraintsOf } from "~/http/form.server";
import { ATTACHMENT_BODY } from "~/http/multipart.server";
import { askedList, page } from "~/http/page.server";
import { answerForms, onceForm } from "~/http/page-forms.server";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { ATTACHMENT_LABELS, Attachments } from "~/ui/attachments";
import { Audience } from "~/ui/audience";
import { EngagementNotes } from "~/ui/engagement-notes";
import { EngagementRecord } from "~/ui/engagement-record";
import { ConfirmedAction, ErrorSummary } from "~/ui/form-feedback";
import { counted } from "~/ui/format";
import { NOTE_LABELS } from "~/ui/notes";
import { PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate";
export { uploadAction as clientAction } from "~/ui/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.engagement.title ?? "Engagement");

const LABELS = { ...NOTE_LABELS, ...ATTACHMENT_LABELS };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const engagement = await read(engagementWithoutNotes, { id: args.params.id });
  const { filter } = askedList(args.request, { input: notesOfEngagement.input.omit({ id: true }) });
  const mayWrite = reachesCommand(reachThrough("engagement write", actor), actor, engagement.commandId);
  return {
    engagement,
    notes: await read(notesOfEngagement, { ...filter, id: args.params.id }),
    mayWrite,
    audience: mayWrite ? await read(engagementAudience, { id: args.params.id }) : 0,
    noteConstraints: constraintsOf(newEngagementNoteSchema),
  };
}

export const action = (args: ActionFunctionArgs) =>
  answerForms(
    args,
    {
      // The newest notes are on the first page, so this leads there from any other.
      note: onceForm(addEngagementNote, () => ({
        text: "Note added.",
        to: `/gov/engagements/${args.params.id}`,
      })),
      add: onceForm(
        addEngagementAttachments,
        ({ length }) => ({ text: `${counted(length, "file", "files")} added.` }),
        { multipart: ATTACHMENT_BODY },
      ),
      remove: onceForm(deleteEngagementAttachment, () => ({ text: "File deleted." })),
      delete: onceForm(deleteEngagement, () => ({ text: "Engagement deleted.", to: "/gov/engagements" })),
    },
    "note",
  );

export default function EngagementPage() {
  const { engagement, notes, mayWrite, audience, noteConstraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { id, title, attachments } = engagement;
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
      <EngagementNotes
        list={notes}
        mayWrite={mayWrite}
        constraints={noteConstraints}
        values={ofNote?.values}
        errors={ofNote?.errors}
        notice={<Audience people={audience} doing="Adding a note" />}
      />
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
            confirmLabel="Delete engagement"
            pendingText="Deleting…"
          >
            <p>
              This also deletes {counted(notes.total, "note", "notes")}, {counted(attachments.length, "file", "files")}{" "}
              and the engagement's links to organizations. You cannot undo this.{" "}
              <Audience people={audience} doing="Deleting it" />
            </p>
          </ConfirmedAction>
        </Section>
      )}
    </>
  );
}
