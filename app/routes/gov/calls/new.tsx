import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { createCallOnTime } from "~/domain/call/open-on-time.server";
import { openingAudience } from "~/domain/call/queries.server";
import { newCallSchema } from "~/domain/call/schema";
import { presetTagsWithFollowers } from "~/domain/preset-tag/in-use.server";
import { CALL_LABELS, CallFields } from "~/ui/call/call-fields";
import { DateTimeField } from "~/ui/kit/form/date-time-field";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { constraintsOf } from "~/web/forms/constraints.server";
import { localTimes } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("New call");

const STATUS_CHOICES = [
  { value: "DRAFT", label: "Draft" },
  { value: "PENDING", label: "Scheduled (pending)" },
  { value: "OPEN", label: "Open now" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "publisher");
  return {
    // The form also has the call's tags, so this is the greatest possible number.
    audience: await read(openingAudience),
    presets: await read(presetTagsWithFollowers),
    agencyDays: services.settings.answerWithinDays,
    constraints: constraintsOf(newCallSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  return handleForms(args, {
    "": pageForm(createCallOnTime, ({ id }) => ({ text: "Call created.", to: `/gov/calls/${id}` }), {
      toInput: localTimes("releasesAt"),
      once: true,
    }),
  });
}

export default function NewCall() {
  const { audience, presets, agencyDays, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="New call"
        breadcrumbs={[{ label: "Calls", to: "/gov/calls" }, { label: "New" }]}
        lede="You can edit a call until it opens."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={CALL_LABELS} />
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? { status: "DRAFT" }} errors={state?.errors}>
          <CallFields presets={presets} agencyDays={agencyDays} />
          <fieldset className="usa-fieldset">
            <legend className="usa-legend usa-legend--large">Publication</legend>
            <SelectField
              name="status"
              label={CALL_LABELS.status}
              options={STATUS_CHOICES}
              emptyLabel={null}
              hint={`If you open it now, ${audience === 0 ? "nobody in industry is notified yet." : `we notify up to ${counted(audience, "person", "people")} in industry, depending on the tags they follow.`} A draft or a scheduled call does not notify anyone, even when it opens.`}
            />
            <DateTimeField
              name="releasesAt"
              label={CALL_LABELS.releasesAt}
              hint="Only for a scheduled call: when it becomes public."
            />
          </fieldset>
          <div className="glip-cluster">
            <SubmitButton pendingText="Creating…">Create call</SubmitButton>
            <Link to="/gov/calls">Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
