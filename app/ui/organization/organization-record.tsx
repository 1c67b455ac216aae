import type { ReactNode } from "react";
import type { z } from "zod";
import { PROFILE_FIELDS, PROFILE_LABELS, type ProfileFieldName } from "~/domain/organization/profile-fields";
import type { profileOutputs } from "~/domain/organization/profile-schema";
import { Day, TimeLeft } from "~/ui/kit/format/date-time";
import { TagList } from "~/ui/kit/format/tag-list";
import { DescriptionList, type DescriptionRow } from "~/ui/kit/page/description-list";
import { Section } from "~/ui/kit/page/section";
import { WebLink } from "~/ui/kit/web-link";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import { ueiAdvice } from "./uei-field";

/** An organization as its forms send it. In a draft, any field may be empty. */
type Profile = {
  [Name in ProfileFieldName]?: z.output<(typeof profileOutputs)[Name]> | null | undefined;
} & { smallBusiness?: boolean | undefined };

/** The fields that share a row. */
const SHARED_ROWS = {
  addressLine1: "address",
  addressLine2: "address",
  city: "address",
  state: "address",
  postalCode: "address",
  country: "address",
  pocName: "pointOfContact",
  pocEmail: "pointOfContact",
  pocPhone: "pointOfContact",
  contractsPocName: "contractsContact",
  contractsPocEmail: "contractsContact",
  contractsPocPhone: "contractsContact",
} as const satisfies { [Name in ProfileFieldName]?: string };

type SharedRow = (typeof SHARED_ROWS)[keyof typeof SHARED_ROWS];
/** The label of a row: its field's, or one for all fields that share it. */
type ProfileRow = Exclude<ProfileFieldName, keyof typeof SHARED_ROWS> | SharedRow;

/** Rows that are not fields of a form. */
type DerivedRow = "smallBusiness" | "nontraditional";

/** The sections of an organization's record. Each row of the profile must be in one. */
const SECTIONS: readonly { title: string; rows: readonly (ProfileRow | DerivedRow)[] }[] = [
  {
    title: "Organization",
    rows: [
      "orgType",
      "description",
      "techTags",
      "website",
      "address",
      "employeeCount",
      "annualRevenueUsd",
      "businessStartYear",
    ],
  },
  {
    title: "Identifiers and codes",
    rows: [
      "uei",
      "cageCode",
      "dunsNumber",
      "naicsCodes",
      "setAsides",
      "smallBusiness",
      "nontraditional",
      "samRegistrationStatus",
      "samExpirationDate",
    ],
  },
  { title: "Contacts", rows: ["pointOfContact", "contractsContact"] },
];

/** An organization's full profile, for its own users and for government. */
export function OrganizationRecord({ organization }: { organization: Profile & { nontraditional: boolean } }) {
  const rows: { readonly [Name in ProfileRow | DerivedRow]: DescriptionRow } = {
    ...profileRows(organization),
    smallBusiness: { term: "Small business", value: yesOrNo(organization.smallBusiness ?? false) },
    nontraditional: { term: "Nontraditional", value: yesOrNo(organization.nontraditional) },
  };
  return SECTIONS.map((section) => (
    <Section key={section.title} title={section.title}>
      <DescriptionList rows={section.rows.map((name) => rows[name])} />
    </Section>
  ));
}

/** The rows for some fields, in order. Fields that share a row have it once. */
export function rowsOfFields(organization: Profile, fields: readonly ProfileFieldName[]): DescriptionRow[] {
  const rows = profileRows(organization);
  const shared: { readonly [name: string]: ProfileRow } = SHARED_ROWS;
  const names = fields.map((name) => shared[name] ?? (name as ProfileRow));
  return [...new Set(names)].map((name) => rows[name]);
}

/** The row of each field: its value as text, unless it has an entry here. */
export function profileRows(organization: Profile): { readonly [Name in ProfileRow]: DescriptionRow } {
  const { addressLine1, addressLine2, city, state, postalCode, country, website, description, uei } = organization;
  const { pocName, pocEmail, pocPhone, contractsPocName, contractsPocEmail, contractsPocPhone } = organization;
  const { orgType, naicsCodes, setAsides, samRegistrationStatus, samExpirationDate, techTags } = organization;
  const ownRows: { readonly [Name in ProfileFieldName]?: ReactNode } = {
    orgType: orgType && labelOf(orgType),
    description: description && <span className="glip-plain-text">{description}</span>,
    techTags: techTags && <TagList tags={techTags} />,
    website: website && <WebLink address={website} />,
    employeeCount: countOrNull(organization.employeeCount),
    annualRevenueUsd: countOrNull(organization.annualRevenueUsd),
    uei: uei && <Uei value={uei} />,
    naicsCodes: joined(...(naicsCodes ?? [])),
    setAsides: joined(...(setAsides ?? []).map(labelOf)),
    samRegistrationStatus: samRegistrationStatus && labelOf(samRegistrationStatus),
    samExpirationDate: samExpirationDate && (
      <>
        <Day value={samExpirationDate} />
        <TimeLeft until={samExpirationDate}>{(left) => `, in ${left}`}</TimeLeft>
      </>
    ),
  };
  const row = (name: ProfileFieldName): DescriptionRow => ({
    term: PROFILE_LABELS[name],
    value: Object.hasOwn(ownRows, name) ? ownRows[name] : organization[name]?.toString(),
  });
  const names = Object.keys(PROFILE_FIELDS) as ProfileFieldName[];
  return {
    ...(Object.fromEntries(names.map((name) => [name, row(name)])) as { [Name in ProfileFieldName]: DescriptionRow }),
    address: { term: "Address", value: joined(addressLine1, addressLine2, city, state, postalCode, country) },
    pointOfContact: { term: "Point of contact", value: joined(pocName, pocEmail, pocPhone) },
    contractsContact: {
      term: "Contracts contact",
      value: joined(contractsPocName, contractsPocEmail, contractsPocPhone),
    },
  };
}

const yesOrNo = (holds: boolean) => (holds ? "Yes" : "No");

function countOrNull(count: number | null | undefined): string | null {
  return count === null || count === undefined ? null : formatCount(count);
}

function joined(...parts: (string | null | undefined)[]): string | null {
  return parts.filter(Boolean).join(", ") || null;
}

function Uei({ value }: { value: string }) {
  const advice = ueiAdvice(value);
  return (
    <>
      {value}
      {advice && <div className="usa-hint">{advice}</div>}
    </>
  );
}
