import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { PROFILE_LABELS } from "~/domain/organization/profile-fields";
import { ownProfile } from "~/domain/organization/queries.server";
import { PROFILE_LISTS, profileSchema } from "~/domain/organization/schema";
import { readTypedProfile } from "~/domain/organization/typed-profile";
import { updateProfile } from "~/domain/organization/update-profile.server";
import { presetTagsWithCalls } from "~/domain/preset-tag/in-use.server";
import { versionOf } from "~/operations/edited-record.server";
import { fieldValuesOf } from "~/ui/kit/form/field-values";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { spacedTags } from "~/ui/kit/form/input/typed-tags";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { ProfileFields } from "~/ui/organization/profile-fields";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Edit profile");

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "industry admin");
  const organization = await read(ownProfile);
  return {
    organizationName: organization.name,
    readAt: versionOf(services.db, { kind: "organization", id: organization.id }),
    values: {
      ...fieldValuesOf(organization),
      naicsCodes: organization.naicsCodes.join(", "),
      techTags: spacedTags(organization.techTags),
    },
    presets: await read(presetTagsWithCalls),
    constraints: constraintsOf(profileSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await page(args, updateProfile.gate);
  return handleForms(args, {
    "": pageForm(updateProfile, () => ({ text: "Profile saved.", to: "/portal/profile" }), {
      lists: PROFILE_LISTS,
      toInput: readTypedProfile,
      edits: { kind: "organization", id: actor.organizationId ?? "" },
    }),
  });
}

export default function EditProfile() {
  const { organizationName, values, readAt, presets, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Edit profile"
        breadcrumbs={[{ label: "Profile", to: "/portal/profile" }, { label: "Edit" }]}
        lede={`The government reads this about ${organizationName}, whose name you cannot change here.`}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={PROFILE_LABELS} />
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? values} errors={state?.errors}>
          <ReadAtField value={state?.readAt ?? readAt} />
          <ProfileFields presets={presets} />
          <div className="glip-cluster">
            <div className="glip-action">
              <SubmitButton pendingText="Saving…">Save profile</SubmitButton>
            </div>
            <Link to="/portal/profile">Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
