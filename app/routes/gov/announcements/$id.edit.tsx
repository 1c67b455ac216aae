import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { announcementRecord } from "~/domain/announcement/queries.server";
import { isUnseen } from "~/domain/announcement/rules";
import { newAnnouncementSchema } from "~/domain/announcement/schema";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { presetTags } from "~/domain/preset-tag/queries.server";
import { versionOf } from "~/operations/edited-record.server";
import { ANNOUNCEMENT_LABELS, AnnouncementText, AudienceFields } from "~/ui/announcement/announcement-fields";
import { AnnouncementPreview } from "~/ui/announcement/announcement-preview";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { type AnnouncementState, announcementInput, previewAction } from "./announcement-forms.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Edit announcement");

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "publisher");
  const { id, title, body, status, author, ...audience } = await read(announcementRecord, { id: args.params.id });
  const readAt = versionOf(services.db, { kind: "announcement", id });
  const { audience: kind, audienceTags, audienceSetAsides } = audience;
  return {
    id,
    author: author.name,
    values: { title, body, audience: kind, audienceTags, audienceSetAsides },
    /** People were notified already, so the audience can no longer change. */
    presets: isUnseen(status) ? await read(presetTags) : null,
    readAt,
    constraints: constraintsOf(newAnnouncementSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { id = "" } = args.params;
  if (new URL(args.request.url).searchParams.has("preview")) return previewAction(args);
  return handleForms(args, {
    "": pageForm(updateAnnouncement, () => ({ text: "Announcement saved.", to: `/gov/announcements/${id}` }), {
      edits: { kind: "announcement", id },
      toInput: announcementInput,
    }),
  });
}

export default function EditAnnouncement() {
  const { id, author, values, presets, readAt, constraints } = useLoaderData<typeof loader>();
  const state: AnnouncementState | undefined = useActionData<typeof action>();
  const preview = state?.preview;
  const record = `/gov/announcements/${id}`;
  return (
    <>
      <PageHeader
        title="Edit announcement"
        breadcrumbs={[
          { label: "Announcements", to: "/gov/announcements" },
          { label: values.title, to: record },
          { label: "Edit" },
        ]}
        lede={presets ? "People are notified when it is published." : "Editing does not notify anyone."}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={ANNOUNCEMENT_LABELS} />
      {/* After a preview, the page's address names the preview. */}
      <Form method="post" action={`${record}/edit`} noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? values} errors={state?.errors}>
          <ReadAtField value={state?.readAt ?? readAt} />
          <AnnouncementText />
          {presets && <AudienceFields presets={presets} />}
          {preview && <AnnouncementPreview {...preview} author={author} people={presets && preview.people} />}
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">Save announcement</SubmitButton>
            <SubmitButton formAction="?preview" variant="outline" pendingText="Loading…">
              Preview
            </SubmitButton>
            <Link to={record}>Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
