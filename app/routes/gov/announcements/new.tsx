import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { publishAnnouncement } from "~/domain/announcement/publish.server";
import { announcementAudience } from "~/domain/announcement/queries.server";
import { newAnnouncementSchema } from "~/domain/announcement/schema";
import { presetTags } from "~/domain/preset-tag/queries.server";
import {
  ANNOUNCEMENT_LABELS,
  AnnouncementText,
  AudienceFields,
  PublicationTime,
} from "~/ui/announcement/announcement-fields";
import { AnnouncementPreview } from "~/ui/announcement/announcement-preview";
import { Audience } from "~/ui/call/audience";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { type AnnouncementState, announcementInput, previewAction } from "./announcement-forms.server";

export const meta = titleOf("New announcement");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "publisher");
  return {
    people: await read(announcementAudience),
    presets: await read(presetTags),
    constraints: constraintsOf(newAnnouncementSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  if (new URL(args.request.url).searchParams.has("preview")) return previewAction(args);
  return handleForms(args, {
    "": pageForm(
      publishAnnouncement,
      ({ id, status, notified }) => ({ text: doneText(status, notified), to: `/gov/announcements/${id}` }),
      { toInput: announcementInput, once: true },
    ),
  });
}

function doneText(status: string, notified: number): string {
  if (status === "DRAFT") return "Draft saved. Only government users can see it.";
  if (status === "SCHEDULED") return "Announcement scheduled.";
  // Not "notified": some notifications may be written later.
  const people = notified === 0 ? "nobody" : counted(notified, "person", "people");
  return `Announcement published. We are notifying ${people} in industry.`;
}

export default function NewAnnouncement() {
  const { people, presets, constraints } = useLoaderData<typeof loader>();
  const state: AnnouncementState | undefined = useActionData<typeof action>();
  const preview = state?.preview;
  return (
    <>
      <PageHeader
        title="New announcement"
        breadcrumbs={[{ label: "Announcements", to: "/gov/announcements" }, { label: "New" }]}
        lede={
          <>
            Everyone can read a published announcement.{" "}
            {!preview && <Audience people={people} doing="Publishing it to everyone" inIndustry />} Save a draft to add
            files before you publish it.
          </>
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={ANNOUNCEMENT_LABELS} />
      {/* After a preview, the page's address names the preview. */}
      <Form method="post" action="/gov/announcements/new" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? { audience: "ALL" }} errors={state?.errors}>
          <AnnouncementText />
          <AudienceFields presets={presets} />
          <PublicationTime hint="Only to schedule it: when it becomes public and people are notified." />
          {preview && <AnnouncementPreview {...preview} />}
          <div className="glip-cluster">
            {/* The Enter key presses the first button, so it does not publish. */}
            <SubmitButton formAction="?preview" variant={preview && "outline"} pendingText="Loading…">
              Preview
            </SubmitButton>
            <SubmitButton
              name="status"
              value="PUBLISHED"
              variant={preview ? undefined : "outline"}
              pendingText="Publishing…"
            >
              Publish now
            </SubmitButton>
            <SubmitButton name="status" value="SCHEDULED" variant="outline" pendingText="Saving…">
              Schedule
            </SubmitButton>
            <SubmitButton name="status" value="DRAFT" variant="outline" pendingText="Saving…">
              Save draft
            </SubmitButton>
            <Link to="/gov/announcements">Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
