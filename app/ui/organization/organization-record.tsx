import type { ReactNode } from "react";
import type * as z from "zod";
import { PROFILE_LABELS, type ProfileFieldName } from "~/domain/organization/profile-fields";
import type { profileOutputs } from "~/domain/organization/profile-schema";
import { Codes, type CodeTitles } from "~/ui/classification-code/codes";
import { contactOf } from "~/ui/kit/format/contact";
import { FutureDay } from "~/ui/kit/format/date-time";
import { TagList } from "~/ui/kit/format/tag-list";
import type { DescriptionRow } from "~/ui/kit/page/description-list";
import { Facts } from "~/ui/kit/page/record-page";
import { WebLink } from "~/ui/kit/web-link";
import { formatAddress, formatCount } from "~/values/format";
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
  cell: (organization: Profile, titles: CodeTitles) => ReactNode;
  isWide?: boolean;
}

/** The row of one field, as plain text or as `show` shows it. */
function field<Name extends ProfileFieldName>(
  name: Name,
  show: (value: NonNullable<Profile[Name]>, titles: CodeTitles) => ReactNode = String,
): Row {
  const cell: Row["cell"] = ({ [name]: value }, titles) =>
    value === undefined || value === null || value === "" ? null : show(value, titles);
  return { term: PROFILE_LABELS[name], fields: [name], cell };
}

/** The row of a person to write to. */
function contact<Name extends "poc" | "contractsPoc">(term: string, whose: Name): Row {
  const [name, email, phone] = [`${whose}Name`, `${whose}Email`, `${whose}Phone`] as const;
  return {
    term,
    fields: [name, email, phone],
    cell: ({ [name]: called = null, [email]: address = null, [phone]: telephone = null }) =>
      contactOf({ name: called, email: address, phone: telephone }),
    isWide: true,
  };
}

/** A row that says yes or no about the organization, and that no form asks for. */
const yesOrNo = (term: string, name: "smallBusiness" | "nontraditional"): Row => ({
  term,
  fields: [],
  cell: (organization) => (organization[name] ? "Yes" : "No"),
});

const ADDRESS_FIELDS = ["addressLine1", "addressLine2", "city", "state", "postalCode", "country"] as const;

/** The parts of an address share one row. */
const ADDRESS: Row = {
  term: "Address",
  fields: ADDRESS_FIELDS,
  cell: ({ addressLine1, addressLine2, ...place }) =>
    formatAddress({ lines: [addressLine1, addressLine2], ...place }) || null,
};

const DESCRIPTION = field("description", (text) => <div className="glip-plain-text">{text}</div>);
const TAGS = field("techTags", (tags) => <TagList tags={tags} />);

/** The other facts about an organization, in groups. Each field of the profile must be in one row. */
const GROUPS: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: "Organization",
    rows: [
      field("orgType", labelOf),
      field("website", (address) => <WebLink address={address} />),
      ADDRESS,
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
      field("naicsCodes", (codes, titles) => (codes.length > 0 ? <Codes codes={codes} titles={titles} /> : null)),
      field("setAsides", (setAsides) => joined(setAsides.map(labelOf))),
      yesOrNo("Small business", "smallBusiness"),
      yesOrNo("Nontraditional", "nontraditional"),
      field("samRegistrationStatus", labelOf),
      field("samExpirationDate", (day) => <FutureDay value={day} />),
    ],
  },
  {
    title: "Contacts",
    rows: [contact("Point of contact", "poc"), contact("Contracts contact", "contractsPoc")],
  },
];

/** What an organization does, for its own users and for government. */
export function OrganizationAbout({ organization }: { organization: Profile }) {
  return (
    <>
      {DESCRIPTION.cell(organization, {}) ?? <p className="glip-muted">No description yet.</p>}
      {TAGS.cell(organization, {})}
    </>
  );
}

type OrganizationFactsProps = { organization: Profile & { nontraditional: boolean }; codeTitles: CodeTitles };

/** The rest of an organization's profile, for its own users and for government. */
export function OrganizationFacts({ organization, codeTitles }: OrganizationFactsProps) {
  return GROUPS.map(({ title, rows }) => (
    <Facts key={title} title={title} rows={rows.map((row) => described(row, organization, codeTitles))} />
  ));
}

/** The rows for some fields, in order. Fields that share a row have it once. */
export function rowsOfFields(organization: Profile, names: readonly ProfileFieldName[]): DescriptionRow[] {
  const all = [DESCRIPTION, TAGS, ...GROUPS.flatMap(({ rows }) => rows)];
  const found = new Set(names.flatMap((name) => all.find(({ fields }) => fields.includes(name)) ?? []));
  return [...found].map((row) => described(row, organization));
}

const described = ({ term, cell, isWide }: Row, organization: Profile, titles: CodeTitles = {}): DescriptionRow => ({
  term,
  value: cell(organization, titles),
  isWide,
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
