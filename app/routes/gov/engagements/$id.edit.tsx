import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { engagementAudience, engagementCommands, engagementForm } from "~/domain/engagement/queries.server";
import { engagementChangeSchema } from "~/domain/engagement/schema";
import { updateEngagement } from "~/domain/engagement/update.server";
import { versionOf } from "~/operations/edited-record.server";
import { Audience } from "~/ui/call/audience";
import { ENGAGEMENT_LABELS, EngagementFields } from "~/ui/engagement/engagement-fields";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { page } from "~/web/pages/page.server";
import { handleEngagementForm, participantChoices } from "./engagement-form.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Edit engagement");

export async function loader(args: LoaderFunctionArgs) {
  const reader = await page(args, "engagement write");
  const { id = "" } = args.params;
  const { values, primaryId } = await reader.read(engagementForm, { id });
  return {
    path: `/gov/engagements/${id}`,
    values,
    readAt: versionOf(reader.services.db, { kind: "engagement", id }),
    primaryId,
    commands: await reader.read(engagementCommands),
    choices: await participantChoices(reader, values),
    audience: await reader.read(engagementAudience, { id }),
    constraints: constraintsOf(engagementChangeSchema),
  };
}

export const action = (args: ActionFunctionArgs) => handleEngagementForm(args, updateEngagement, "Engagement saved.");

export default function EditEngagement() {
  const { path, values, readAt, primaryId, commands, choices, audience, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Edit engagement"
        breadcrumbs={[
          { label: "Engagements", to: "/gov/engagements" },
          { label: values.title, to: path },
          { label: "Edit" },
        ]}
        lede={
          audience.plan === audience.other ? (
            <Audience people={audience.other} doing="Saving a change" />
          ) : (
            <>
              <Audience people={audience.plan} doing="Changing the date, times, place, link or status" />{" "}
              <Audience people={audience.other} doing="Any other change" />
            </>
          )
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={ENGAGEMENT_LABELS} />
      <Form method="post" action={`${path}/edit`} noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? values} errors={state?.errors}>
          <ReadAtField value={state?.readAt ?? readAt} />
          <EngagementFields
            commands={commands}
            choices={state?.choices ?? choices}
            primaryId={primaryId}
            saveLabel="Save engagement"
            cancelTo={path}
          />
        </FormKit>
      </Form>
    </>
  );
}
