import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { Database } from "#db/open";
import { unreadableDocuments } from "~/domain/document-text/queries.server";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { addEngagementTask } from "~/domain/engagement/add-task.server";
import { deleteEngagement } from "~/domain/engagement/delete.server";
import { deleteEngagementAttachment } from "~/domain/engagement/delete-attachment.server";
import { deleteEngagementTask } from "~/domain/engagement/delete-task.server";
import { notesOfEngagement } from "~/domain/engagement/notes.server";
import { engagementAudience, engagementForm, engagementWithoutNotes } from "~/domain/engagement/queries.server";
import { newEngagementNoteSchema, newEngagementTaskSchema } from "~/domain/engagement/schema";
import { updateEngagement } from "~/domain/engagement/update.server";
import { updateEngagementTask } from "~/domain/engagement/update-task.server";
import { colleaguesToAssign } from "~/domain/review/queries.server";
import { pageOf } from "~/lists/paging";
import { versionOf } from "~/operations/edited-record.server";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { ATTACHMENT_LABELS, Attachments } from "~/ui/attachment/attachments";
import { Audience } from "~/ui/call/audience";
import { NOTE_LABELS } from "~/ui/engagement/notes";
import { CHANGED_TASK, TASK_FORMS, TASK_LABELS, Tasks } from "~/ui/engagement/tasks";
import { ConfirmedAction, ErrorSummary } from "~/ui/kit/form/form-feedback";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { READ_AT_FIELD } from "~/values/form-words";
import { counted, formatList } from "~/values/format";
import { formattedText, withFormattedBody } from "~/values/formatted-text/parse.server";
import { dayIn } from "~/values/time-zone";
import { constraintsOf } from "~/web/forms/constraints.server";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { inputOf, type Page, page, requestedList } from "~/web/pages/page.server";
import { ATTACHMENT_BODY } from "~/web/transport/multipart.server";
import { CompleteForm } from "./complete-form";
import { EngagementNotes } from "./engagement-notes";
import { EngagementFacts } from "./engagement-record";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";
export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.engagement.title ?? "Engagement");

const LABELS = { ...TASK_LABELS, ...NOTE_LABELS, ...ATTACHMENT_LABELS };

/** The id of the task to change, in the address. */
const changedTask = ({ url }: Request) => new URL(url).searchParams.get(CHANGED_TASK) ?? "";

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const engagement = await read(engagementWithoutNotes, { id: args.params.id });
  const { filter } = requestedList(args.request, inputOf(notesOfEngagement));
  const reach = reachThrough("engagement write", actor);
  const mayWrite = reachesCommand(reach, actor, engagement.commandId);
  const owners = mayWrite ? await read(colleaguesToAssign) : [];
  const changedId = changedTask(args.request);
  const today = dayIn(services.settings.workingCalendar.timeZone, services.clock());
  const isOver = engagement.status === "PLANNED" && engagement.date.slice(0, 10) <= today;
  return {
    readAt: versionOf(services.db, { kind: "engagement", id: engagement.id }),
    engagement: { ...engagement, summary: formattedText(engagement.summary) },
    notes: pageOf(await read(notesOfEngagement, { ...filter, id: args.params.id }), withFormattedBody),
    unreadable: await read(unreadableDocuments, {
      source: "engagement_attachment",
      ids: engagement.attachments.map(({ id }) => id),
    }),
    mayWrite,
    audience: mayWrite ? await read(engagementAudience, { id: args.params.id }) : { plan: 0, deletion: 0, other: 0 },
    completion: mayWrite && isOver ? await completionOf(read, services.db, args.params.id ?? "") : null,
    noteConstraints: constraintsOf(newEngagementNoteSchema),
    tasks: {
      today,
      readerId: actor.id,
      mayWrite,
      mayDoOwn: reach !== null,
      owners: mayWrite ? [{ value: actor.id, label: `${actor.name} (you)` }, ...owners] : [],
      constraints: constraintsOf(newEngagementTaskSchema),
      changedId,
      readAt: versionOf(services.db, { kind: "engagementTask", id: changedId }),
    },
  };
}

/** What the form sends that marks an engagement completed: the fields that every change needs. */
async function completionOf(read: Page<"gov read">["read"], db: Database, id: string) {
  const { title, type, date, commandId, organizationIds, otherOrganization } = (await read(engagementForm, { id }))
    .values;
  const values = { title, type, date, commandId, organizationIds, otherOrganization };
  return { values, readAt: versionOf(db, { kind: "engagement", id }) };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(
    args,
    {
      // The newest notes are on the first page, so go there.
      note: pageForm(
        addEngagementNote,
        () => ({
          text: "Note added.",
          to: `/gov/engagements/${args.params.id}`,
        }),
        { once: true },
      ),
      add: pageForm(
        addEngagementAttachments,
        ({ length }) => ({ text: `${counted(length, "file", "files")} added.` }),
        { multipart: ATTACHMENT_BODY, once: true },
      ),
      [TASK_FORMS.add]: pageForm(addEngagementTask, () => ({ text: "Task added." }), { once: true }),
      [TASK_FORMS.change]: pageForm(
        updateEngagementTask,
        () => ({ text: "Task saved.", to: `/gov/engagements/${args.params.id}` }),
        { edits: { kind: "engagementTask", id: changedTask(args.request) } },
      ),
      [TASK_FORMS.mark]: pageForm(updateEngagementTask, () => ({ text: "Task saved." }), {
        toInput: textAsFlag("done"),
      }),
      [TASK_FORMS.remove]: pageForm(
        deleteEngagementTask,
        () => ({ text: "Task deleted.", to: `/gov/engagements/${args.params.id}` }),
        { once: true },
      ),
      complete: pageForm(updateEngagement, () => ({ text: "Marked completed." }), {
        lists: ["organizationIds"],
        edits: { kind: "engagement", id: args.params.id ?? "", isShown: true },
      }),
      remove: pageForm(deleteEngagementAttachment, () => ({ text: "File deleted." }), { once: true }),
      delete: pageForm(deleteEngagement, () => ({ text: "Engagement deleted.", to: "/gov/engagements" }), {
        once: true,
        edits: { kind: "engagement", id: args.params.id ?? "", isShown: true },
      }),
    },
    "note",
  );

export default function EngagementPage() {
  const { readAt, engagement, notes, mayWrite, audience, completion, ...data } = useLoaderData<typeof loader>();
  const { noteConstraints, tasks } = data;
  const state = useActionData<typeof action>();
  const { id, title, summary, attachments } = engagement;
  const ofNote = state?.form === "note" ? state : undefined;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: "Engagements", to: "/gov/engagements" }, { label: title }]}
        status={<StatusTag value={engagement.status} />}
        actions={
          mayWrite && (
            <Link className="usa-button" to={`/gov/engagements/${id}/edit`}>
              Edit
            </Link>
          )
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <RecordPage
        actions={completion && <CompleteForm {...completion} people={audience.plan} />}
        facts={
          <>
            <EngagementFacts engagement={engagement} />
            {mayWrite && (
              <div className="glip-section">
                <ConfirmedAction
                  isQuiet
                  label="Delete this engagement"
                  action="?delete"
                  // A note, task or file that someone has added since would be lost unread.
                  fields={{ [READ_AT_FIELD]: readAt }}
                  confirmLabel="Delete engagement"
                  pendingText="Deleting…"
                >
                  <p>
                    This also deletes{" "}
                    {formatList([
                      counted(notes.total, "note", "notes"),
                      counted(attachments.length, "file", "files"),
                      ...(engagement.tasks.length > 0 ? [counted(engagement.tasks.length, "task", "tasks")] : []),
                      "the engagement's links to organizations",
                    ])}
                    . You cannot undo this. <Audience people={audience.deletion} doing="Deleting it" />
                  </p>
                </ConfirmedAction>
              </div>
            )}
          </>
        }
      >
        {summary.length > 0 && <FormattedText text={summary} heading={2} />}
        <Tasks {...tasks} tasks={engagement.tasks} refused={state} />
        <EngagementNotes
          list={notes}
          mayWrite={mayWrite}
          constraints={noteConstraints}
          values={ofNote?.values}
          errors={ofNote?.errors}
          notice={<Audience people={audience.other} doing="Adding a note" />}
        />
        <Section title={`Files (${attachments.length})`}>
          <Attachments
            attachments={attachments}
            unreadable={data.unreadable}
            hrefFor={(file) => `/api/gov/engagements/${id}/attachments/${file.id}`}
            forms={mayWrite ? { add: "?add", remove: "?remove" } : undefined}
            notices={{
              add: <Audience people={audience.other} doing="Adding files" />,
              remove: <Audience people={audience.other} doing="Deleting it" />,
            }}
            refused={state?.form === "add" ? state : undefined}
          />
        </Section>
      </RecordPage>
    </>
  );
}
