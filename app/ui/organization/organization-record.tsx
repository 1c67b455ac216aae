import type { ReactNode } from "react";
import type { z } from "zod";
import { PROFILE_LABELS, type ProfileFieldName } from "~/domain/organization/profile-fields";
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
} & { smallBusiness?: boolean | undefined; nontraditional?: boolean };

interface Row {
  term: string;
  /** The fields that it shows. Empty if it is not about a field of a form. */
  fields: readonly ProfileFieldName[];
  cell: (organization: Profile) => ReactNode;
}

/** The row of one field, as plain text or as `show` shows it. */
function field<Name extends ProfileFieldName>(
  name: Name,
  show: (value: NonNullable<Profile[Name]>) => ReactNode = String,
): Row {
  const cell = ({ [name]: value }: Profile) =>
    value === undefined || value === null || value === "" ? null : show(value);
  return { term: PROFILE_LABELS[name], fields: [name], cell };
}

/** A row that several fields share. */
const shared = (term: string, ...fields: ProfileFieldName[]): Row => ({
  term,
  fields,
  cell: (organization) => joined(fields.map((name) => organization[name]?.toString())),
});

/** A row that says yes or no about the organization, and that no form asks for. */
const yesOrNo = (term: string, name: "smallBusiness" | "nontraditional"): Row => ({
  term,
  fields: [],
  cell: (organization) => (organization[name] ? "Yes" : "No"),
});

/** The sections of an organization's record and their rows. Each field of the profile must be in one row. */
const SECTIONS: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: "Organization",
    rows: [
      field("orgType", labelOf),
      field("description", (text) => <span className="glip-plain-text">{text}</span>),
      field("techTags", (tags) => <TagList tags={tags} />),
      field("website", (address) => <WebLink address={address} />),
      shared("Address", "addressLine1", "addressLine2", "city", "state", "postalCode", "country"),
      field("employeeCount", formatCount),
      field("annualRevenueUsd", formatCount),
      field("businessStartYear"),
    ],
  },
  {
    title: "Identifiers and codes",
    rows: [
      field("uei", (uei) => <Uei value={uei} />),
      field("cageCode"),
      field("dunsNumber"),
      field("naicsCodes", joined),
      field("setAsides", (setAsides) => joined(setAsides.map(labelOf))),
      yesOrNo("Small business", "smallBusiness"),
      yesOrNo("Nontraditional", "nontraditional"),
      field("samRegistrationStatus", labelOf),
      field("samExpirationDate", (day) => (
        <>
          <Day value={day} />
          <TimeLeft until={day}>{(left) => `, in ${left}`}</TimeLeft>
        </>
      )),
    ],
  },
  {
    title: "Contacts",
    rows: [
      shared("Point of contact", "pocName", "pocEmail", "pocPhone"),
      shared("Contracts contact", "contractsPocName", "contractsPocEmail", "contractsPocPhone"),
    ],
  },
];

/** An organization's full profile, for its own users and for government. */
export function OrganizationRecord({ organization }: { organization: Profile & { nontraditional: boolean } }) {
  return SECTIONS.map(({ title, rows }) => (
    <Section key={title} title={title}>
      <DescriptionList rows={rows.map((row) => described(row, organization))} />
    </Section>
  ));
}

/** The rows for some fields, in order. Fields that share a row have it once. */
export function rowsOfFields(organization: Profile, names: readonly ProfileFieldName[]): DescriptionRow[] {
  const all = SECTIONS.flatMap(({ rows }) => rows);
  const found = new Set(names.flatMap((name) => all.find(({ fields }) => fields.includes(name)) ?? []));
  return [...found].map((row) => described(row, organization));
}

const described = ({ term, cell }: Row, organization: Profile): DescriptionRow => ({
  term,
  value: cell(organization),
});

function joined(parts: readonly (string | null | undefined)[]): string | null {
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
