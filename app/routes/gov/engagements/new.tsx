import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { createEngagement } from "~/domain/engagement/create.server";
import { engagementCommands } from "~/domain/engagement/queries.server";
import { newEngagementSchema } from "~/domain/engagement/schema";
import { ENGAGEMENT_LABELS, EngagementFields } from "~/ui/engagement/engagement-fields";
import { BEGIN_WITH, PLAN_PATH, planAddress } from "~/ui/engagement/plan-address";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { page } from "~/web/pages/page.server";
import { handleEngagementForm, participantChoices } from "./engagement-form.server";

export const meta = titleOf<typeof loader>(({ data }) => headingOf(data?.organization ?? null));

const headingOf = (organization: { name: string } | null) =>
  organization ? `Plan an engagement with ${organization.name}` : "Plan an engagement";

export async function loader(args: LoaderFunctionArgs) {
  const reader = await page(args, "engagement write");
  const commands = await reader.read(engagementCommands);
  const { searchParams } = new URL(args.request.url);
  const given = (name: string) => searchParams.getAll(name).slice(0, 1);
  const choices = await participantChoices(reader, {
    organizationIds: given(BEGIN_WITH.organization),
    attendeeIds: given(BEGIN_WITH.attendee),
  });
  // Those that do not exist are left out.
  const [organization] = choices.organizations.chosen;
  return {
    commands,
    values: {
      // People who can record for only one command need not choose it.
      commandId: commands.length === 1 ? commands[0]?.id : "",
      status: "PLANNED",
      organizationIds: organization ? [organization.id] : [],
      attendeeIds: choices.attendees.chosen.map(({ id }) => id),
      title: given(BEGIN_WITH.title)[0] ?? "",
    },
    choices,
    organization: organization ?? null,
    constraints: constraintsOf(newEngagementSchema),
  };
}

export const action = (args: ActionFunctionArgs) => handleEngagementForm(args, createEngagement, "Engagement saved.");

export default function NewEngagement() {
  const { commands, values, choices, organization, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={headingOf(organization)}
        breadcrumbs={[{ label: "Engagements", to: "/gov/engagements" }, { label: "New" }]}
        lede="A meeting, demonstration or event with industry, coming or past. We notify only the government attendees."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={ENGAGEMENT_LABELS} />
      <Form
        method="post"
        action={organization ? planAddress({ organizationId: organization.id }) : PLAN_PATH}
        noValidate
        className="usa-form usa-form--large glip-form"
      >
        <FormKit constraints={constraints} values={state?.values ?? values} errors={state?.errors}>
          <EngagementFields
            commands={commands}
            choices={state?.choices ?? choices}
            primaryId={null}
            saveLabel="Save engagement"
            cancelTo={organization ? `/gov/organizations/${organization.id}` : "/gov/engagements"}
          />
        </FormKit>
      </Form>
    </>
  );
}
