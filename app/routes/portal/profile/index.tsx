import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { ownProfile } from "~/domain/organization/queries.server";
import { reachThrough } from "~/policy/policy";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { titleOf } from "~/ui/kit/page/title";
import { OrganizationAbout, OrganizationFacts } from "~/ui/organization/organization-record";
import { titlesOf } from "~/values/classification-codes";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Organization profile");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "industry");
  const organization = await read(ownProfile);
  return {
    organization,
    codeTitles: titlesOf(services.codeTables, organization.naicsCodes),
    mayEdit: reachThrough("industry admin", actor) !== null,
  };
}

export default function Profile() {
  const { organization, codeTitles, mayEdit } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={organization.name}
        status={<StatusTag value={organization.status} />}
        lede={mayEdit ? undefined : "Your organization's administrators can change this profile."}
        actions={
          mayEdit && (
            <Link className="usa-button" to="/portal/profile/edit">
              Edit profile
            </Link>
          )
        }
      />
      <RecordPage facts={<OrganizationFacts organization={organization} codeTitles={codeTitles} />}>
        <OrganizationAbout organization={organization} />
      </RecordPage>
    </>
  );
}
