import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import type { AnnouncementStatus } from "#db/enumerations";
import { addAnnouncementAttachments } from "~/domain/announcement/add-attachments.server";
import { deleteAnnouncement } from "~/domain/announcement/delete.server";
import { deleteAnnouncementAttachment } from "~/domain/announcement/delete-attachment.server";
import { announcementAudience, announcementRecord } from "~/domain/announcement/queries.server";
import { isUnseen } from "~/domain/announcement/rules";
import { announcementChangeSchema } from "~/domain/announcement/schema";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { unreadableDocuments } from "~/domain/document-text/queries.server";
import { versionOf } from "~/operations/edited-record.server";
import { reachThrough } from "~/policy/policy";
import { ANNOUNCEMENT_LABELS } from "~/ui/announcement/announcement-fields";
import { audienceInWords } from "~/ui/announcement/audience-words";
import { ATTACHMENT_LABELS, Attachments } from "~/ui/attachment/attachments";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { DateTime, FutureDateTime } from "~/ui/kit/format/date-time";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Facts, RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { withFormattedBody } from "~/values/formatted-text/parse.server";
import { constraintsOf } from "~/web/forms/constraints.server";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { ATTACHMENT_BODY } from "~/web/transport/multipart.server";
import { announcementStatusForm } from "./announcement-forms.server";
import { AnnouncementMoves } from "./announcement-moves";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";
export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.announcement.title ?? "Announcement");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "gov read");
  const announcement = await read(announcementRecord, { id: args.params.id });
  const mayPublish = reachThrough("publisher", actor) !== null;
  const { audience, audienceTags, audienceSetAsides } = announcement;
  return {
    announcement: withFormattedBody(announcement),
    readAt: versionOf(services.db, { kind: "announcement", id: announcement.id }),
    unreadable: await read(unreadableDocuments, {
      source: "announcement_attachment",
      ids: announcement.attachments.map(({ id }) => id),
    }),
    mayPublish,
    moves:
      mayPublish && isUnseen(announcement.status)
        ? {
            people: await read(announcementAudience, { audience, audienceTags, audienceSetAsides }),
            constraints: constraintsOf(announcementChangeSchema),
          }
        : null,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    publish: pageForm(
      updateAnnouncement,
      ({ published }) => ({
        text: published
          ? "Announcement published again. We do not notify anyone a second time."
          : "Announcement unpublished. Notifications about it now say only that it was withdrawn.",
      }),
      {
        toInput: textAsFlag("published"),
        edits: { kind: "announcement", id: args.params.id ?? "", isShown: true },
      },
    ),
    status: announcementStatusForm(args.params.id),
    schedule: announcementStatusForm(args.params.id),
    add: pageForm(
      addAnnouncementAttachments,
      (added) => ({ text: `${counted(added.length, "file", "files")} added.` }),
      { multipart: ATTACHMENT_BODY, once: true },
    ),
    remove: pageForm(deleteAnnouncementAttachment, () => ({ text: "File deleted." }), { once: true }),
    delete: pageForm(deleteAnnouncement, () => ({ text: "Announcement deleted.", to: "/gov/announcements" }), {
      once: true,
    }),
  });

export default function AnnouncementRecord() {
  const { announcement, mayPublish, moves, ...data } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { id, title, body, status, published, attachments } = announcement;
  const isSeen = !isUnseen(status);
  const scheduling = state?.form === "schedule" ? state : undefined;
  const readAt = state?.readAt ?? data.readAt;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: "Announcements", to: "/gov/announcements" }, { label: title }]}
        status={<StatusTag value={status} />}
        lede={mayPublish && LEDES[status]}
        actions={
          <>
            {published && <Link to={`/announcements/${id}`}>View public page</Link>}
            {mayPublish && (
              <>
                {isSeen && (
                  <Form method="post" action="?publish">
                    {/* What nobody should read can always be unpublished. */}
                    {!published && <ReadAtField value={readAt} />}
                    <SubmitButton name="published" value={String(!published)} variant="outline" pendingText="Saving…">
                      {published ? "Unpublish" : "Publish again"}
                    </SubmitButton>
                  </Form>
                )}
                <Link className="usa-button" to={`/gov/announcements/${id}/edit`}>
                  Edit
                </Link>
              </>
            )}
          </>
        }
      />
      <ErrorSummary
        errors={state?.errors}
        formError={state?.formError}
        labels={{ ...ANNOUNCEMENT_LABELS, ...ATTACHMENT_LABELS }}
      />
      <RecordPage
        actions={
          moves && (
            <Section title="Publish">
              {/* After each move, without what was open or typed before it. */}
              <AnnouncementMoves
                key={`${status} ${announcement.publishesAt}`}
                announcement={announcement}
                {...moves}
                readAt={readAt}
                values={scheduling?.values}
                errors={scheduling?.errors}
              />
            </Section>
          )
        }
        facts={
          <>
            <Facts
              title="Announcement"
              rows={[
                ...(status === "SCHEDULED"
                  ? [{ term: "Publishes at", value: <FutureDateTime value={announcement.publishesAt} /> }]
                  : []),
                { term: isSeen ? "Notified" : "Notifies", value: audienceInWords(announcement) },
                { term: "Author", value: announcement.author.name },
                isSeen
                  ? { term: "First published", value: <DateTime value={announcement.publishedAt} /> }
                  : { term: "Created", value: <DateTime value={announcement.createdAt} /> },
                { term: "Last changed", value: <DateTime value={announcement.updatedAt} /> },
              ]}
            />
            {mayPublish && (
              <div className="glip-section">
                <ConfirmedAction
                  isQuiet
                  label="Delete this announcement"
                  action="?delete"
                  confirmLabel="Delete announcement"
                  pendingText="Deleting…"
                >
                  Nobody will be able to see the announcement
                  {attachments.length > 0 && ` or its ${counted(attachments.length, "file", "files")}`}.{" "}
                  {isSeen && "Notifications about it will say only that it was withdrawn. "}
                  You cannot undo this.
                </ConfirmedAction>
              </div>
            )}
          </>
        }
      >
        <div className="glip-preview__page">
          <FormattedText text={body} heading={2} />
        </div>
        <Section title={`Files (${attachments.length})`}>
          <Attachments
            attachments={attachments}
            unreadable={data.unreadable}
            hrefFor={(file) => `/api/gov/announcements/${id}/attachments/${file.id}`}
            forms={mayPublish ? { add: "?add", remove: "?remove" } : undefined}
            refused={state?.form === "add" ? state : undefined}
          />
        </Section>
      </RecordPage>
    </>
  );
}

const LEDES: Record<AnnouncementStatus, string> = {
  DRAFT: "Only government users can see it and its files.",
  SCHEDULED: "Until it is published, only government users can see it and its files.",
  PUBLISHED:
    "Everyone can read it. Unpublishing removes it from the public pages and from notifications. Publishing it again does not notify anyone a second time.",
  UNPUBLISHED:
    "Only government users can read it. Publishing it again does not notify anyone a second time, but earlier notifications will show it again.",
};
