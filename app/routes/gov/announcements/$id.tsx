import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { addAnnouncementAttachments } from "~/domain/announcement/add-attachments.server";
import { deleteAnnouncement } from "~/domain/announcement/delete.server";
import { deleteAnnouncementAttachment } from "~/domain/announcement/delete-attachment.server";
import { announcementRecord } from "~/domain/announcement/queries.server";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { reachThrough } from "~/policy/policy";
import { ATTACHMENT_LABELS, Attachments } from "~/ui/attachment/attachments";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Facts, RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { withFormattedBody } from "~/values/formatted-text/parse.server";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { ATTACHMENT_BODY } from "~/web/transport/multipart.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";
export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.announcement.title ?? "Announcement");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  return {
    announcement: withFormattedBody(await read(announcementRecord, { id: args.params.id })),
    mayPublish: reachThrough("publisher", actor) !== null,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    publish: pageForm(
      updateAnnouncement,
      ({ published }) => ({
        text: published
          ? "Announcement published again. We did not notify anyone."
          : "Announcement unpublished. Notifications about it now say only that it was withdrawn.",
      }),
      { toInput: textAsFlag("published") },
    ),
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
  const { announcement, mayPublish } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { id, title, body, published, attachments } = announcement;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: "Announcements", to: "/gov/announcements" }, { label: title }]}
        status={<StatusTag value={published ? "PUBLISHED" : "UNPUBLISHED"} />}
        lede={mayPublish && (published ? PUBLISHED_LEDE : UNPUBLISHED_LEDE)}
        actions={
          <>
            {published && <Link to={`/announcements/${id}`}>View public page</Link>}
            {mayPublish && (
              <>
                <Form method="post" action="?publish">
                  <SubmitButton name="published" value={String(!published)} variant="outline" pendingText="Saving…">
                    {published ? "Unpublish" : "Publish again"}
                  </SubmitButton>
                </Form>
                <Link className="usa-button" to={`/gov/announcements/${id}/edit`}>
                  Edit
                </Link>
              </>
            )}
          </>
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={ATTACHMENT_LABELS} />
      <RecordPage
        facts={
          <>
            <Facts
              title="Announcement"
              rows={[
                { term: "Author", value: announcement.author.name },
                { term: "First published", value: <DateTime value={announcement.createdAt} /> },
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
                  {attachments.length > 0 && ` or its ${counted(attachments.length, "file", "files")}`}. Notifications
                  about it will say only that it was withdrawn. You cannot undo this.
                </ConfirmedAction>
              </div>
            )}
          </>
        }
      >
        <FormattedText text={body} heading={2} />
        <Section title={`Files (${attachments.length})`}>
          <Attachments
            attachments={attachments}
            hrefFor={(file) => `/api/gov/announcements/${id}/attachments/${file.id}`}
            forms={mayPublish ? { add: "?add", remove: "?remove" } : undefined}
            refused={state?.form === "add" ? state : undefined}
          />
        </Section>
      </RecordPage>
    </>
  );
}

const PUBLISHED_LEDE =
  "Everyone can read it. Unpublishing removes it from the public pages and from notifications. Publishing it again does not notify anyone.";
const UNPUBLISHED_LEDE =
  "Only government users can read it. Publishing it again does not notify anyone, but earlier notifications will show it again.";
