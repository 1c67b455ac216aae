import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { lastChangeOf } from "~/domain/edited-record.server";
import { ownProfile } from "~/domain/organization/queries.server";
import { PROFILE_LISTS, profileSchema } from "~/domain/organization/schema";
import { updateProfile } from "~/domain/organization/update-profile.server";
import { presetTagLabels } from "~/domain/preset-tag/queries.server";
import { constraintsOf, submitForm } from "~/http/form.server";
import { page, redirectWithNotice } from "~/http/page.server";
import { SelectField } from "~/ui/fields";
import { ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { ReadAtField } from "~/ui/form-key";
import { FormKit, fieldValuesOf } from "~/ui/form-kit";
import { PageHeader } from "~/ui/page";
import { PROFILE_LABELS, ProfileFields } from "~/ui/profile-fields";
import { spacedTags } from "~/ui/tag-list";
import { titleOf } from "~/ui/title";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate";

export const meta = titleOf("Edit profile");

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "industry admin");
  const organization = await read(ownProfile);
  return {
    organizationName: organization.name,
    readAt: lastChangeOf(services.db, { table: "organization", id: organization.id }),
    values: {
      ...fieldValuesOf(organization),
      naicsCodes: organization.naicsCodes.join(", "),
      techTags: spacedTags(organization.techTags),
    },
    presets: await read(presetTagLabels),
    constraints: constraintsOf(profileSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await page(args, "industry admin");
  const edits = { table: "organization", id: actor.organizationId ?? "" } as const;
  const outcome = await submitForm(args, updateProfile, { lists: PROFILE_LISTS, edits });
  if (!outcome.ok) return outcome.refused;
  return redirectWithNotice(args, "/portal/profile", "Profile saved.");
}

export default function EditProfile() {
  const { organizationName, values, readAt, presets, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Edit profile"
        breadcrumbs={[{ label: "Profile", to: "/portal/profile" }, { label: "Edit" }]}
        lede={`This is what the government reads about ${organizationName}. You cannot change its name here.`}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={PROFILE_LABELS} />
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? values} errors={state?.errors}>
          <ReadAtField value={state?.readAt ?? readAt} />
          <SelectField name="orgType" label={PROFILE_LABELS.orgType} />
          <ProfileFields presets={presets} />
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">Save profile</SubmitButton>
            <Link to="/portal/profile">Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
