import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { publishAnnouncement } from "~/domain/announcement/publish.server";
import { announcementAudience } from "~/domain/announcement/queries.server";
import { newAnnouncementSchema } from "~/domain/announcement/schema";
import { ANNOUNCEMENT_LABELS, AnnouncementFields } from "~/ui/announcement/announcement-fields";
import { Audience } from "~/ui/call/audience";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("New announcement");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "publisher");
  return { audience: await read(announcementAudience), constraints: constraintsOf(newAnnouncementSchema) };
}

export async function action(args: ActionFunctionArgs) {
  return handleForms(args, {
    "": pageForm(
      publishAnnouncement,
      ({ id, notified }) => ({
        // Not "notified": some notifications may be written later.
        text: `Announcement published. We are notifying ${counted(notified, "person", "people")} in industry.`,
        to: `/gov/announcements/${id}`,
      }),
      { once: true },
    ),
  });
}

export default function NewAnnouncement() {
  const { audience, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="New announcement"
        breadcrumbs={[{ label: "Announcements", to: "/gov/announcements" }, { label: "New" }]}
        lede={
          <>
            It becomes public immediately. <Audience people={audience} doing="Publishing" inIndustry /> You can add
            files after you publish it.
          </>
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={ANNOUNCEMENT_LABELS} />
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? {}} errors={state?.errors}>
          <AnnouncementFields />
          <div className="glip-cluster">
            <SubmitButton pendingText="Publishing…">Publish announcement</SubmitButton>
            <Link to="/gov/announcements">Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
