import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { newAttachmentsSchema } from "~/domain/attachment.server";
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
import { LIMITS, MB } from "~/limits";
import { reachThrough } from "~/policy/policy";
import { ATTACHMENT_FILE_TYPES, acceptOf } from "~/storage/file-types";
import { Audience, EngagementRecord, NoteList } from "~/ui/engagement-record";
import { FileField, TextArea } from "~/ui/fields";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { FormKit } from "~/ui/form-kit";
import { counted } from "~/ui/format";
import { Icon } from "~/ui/icon";
import { DataTable, DateTime, EmptyState, FileSize, PageHeader, Section } from "~/ui/page";
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
    fileConstraints: constraintsOf(newAttachmentsSchema),
  };
}

export const action = (args: ActionFunctionArgs) =>
  answerForms(args, {
    note: pageForm(addEngagementNote, () => ({ text: "The note is added." })),
    upload: pageForm(
      addEngagementAttachments,
      ({ length }) => ({ text: length === 1 ? "The file is added." : `${length} files are added.` }),
      { multipart: ATTACHMENT_BODY },
    ),
    remove: pageForm(deleteEngagementAttachment, () => ({ text: "The file is deleted." })),
    delete: pageForm(deleteEngagement, () => ({ text: "The engagement is deleted.", to: "/gov/engagements" })),
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
          <Form method="post" action="?note" noValidate className="usa-form usa-form--large glip-form">
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
      <Attachments />
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

function Attachments() {
  const { engagement, mayWrite } = useLoaderData<typeof loader>();
  const { id, attachments } = engagement;
  return (
    <Section title={`Attachments (${attachments.length})`}>
      {attachments.length > 0 ? (
        <DataTable
          caption="Files of this engagement"
          rows={attachments}
          rowKey={(attachment) => attachment.id}
          columns={[
            {
              key: "fileName",
              header: "File",
              cell: (attachment) => (
                <a className="usa-link" href={`/api/gov/engagements/${id}/attachments/${attachment.id}`}>
                  <Icon name="file_download" /> {attachment.fileName}
                </a>
              ),
            },
            { key: "sizeBytes", header: "Size", cell: ({ sizeBytes }) => <FileSize bytes={sizeBytes} /> },
            { key: "createdAt", header: "Added", cell: ({ createdAt }) => <DateTime value={createdAt} /> },
            ...(mayWrite
              ? [
                  {
                    key: "actions",
                    header: "Actions",
                    cell: (row: Attachment) => <DeleteAttachment attachment={row} />,
                  },
                ]
              : []),
          ]}
        />
      ) : (
        <EmptyState title="No file yet" />
      )}
      {mayWrite && <UploadForm />}
    </Section>
  );
}

type Attachment = Awaited<ReturnType<typeof loader>>["engagement"]["attachments"][number];

function DeleteAttachment({ attachment: { id, fileName } }: { attachment: Attachment }) {
  return (
    <ConfirmedAction
      label="Delete"
      action="?remove"
      fields={{ attachmentId: id }}
      confirmLabel="Delete the file"
      pendingText="Deleting…"
    >
      <p>{fileName} is deleted for good. Nobody is notified.</p>
    </ConfirmedAction>
  );
}

function UploadForm() {
  const { engagement, audience, fileConstraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const errors = state?.form === "upload" ? state.errors : undefined;
  const left = LIMITS.attachmentsPerRecord - engagement.attachments.length;
  if (left <= 0) {
    return <p>There are {LIMITS.attachmentsPerRecord} files, which is the most. Delete one to add another.</p>;
  }
  return (
    <Form
      method="post"
      action="?upload"
      encType="multipart/form-data"
      noValidate
      className="usa-form usa-form--large glip-form"
    >
      <FormKit constraints={fileConstraints} values={{}} errors={errors}>
        <FileField
          name="files"
          label="Add files"
          accept={acceptOf(ATTACHMENT_FILE_TYPES)}
          multiple
          hint={
            <>
              PDF, DOCX, PPTX, TXT, PNG or JPEG, up to {LIMITS.fileBytes / MB} MB each.{" "}
              {counted(left, "more file", "more files")} can be added.
              {errors && <strong> Choose the files again: a browser does not keep them.</strong>}
            </>
          }
        />
        <div className="glip-cluster">
          <SubmitButton pendingText="Adding…">Add the files</SubmitButton>
          <Audience people={audience} doing="Adding files" />
        </div>
      </FormKit>
    </Form>
  );
}
