import type { ReactNode } from "react";
import { Day, Record, type RecordRow, Section, TagList, TimeLeft } from "~/ui/kit/page/page";
import { WebLink } from "~/ui/kit/web-link";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import { PROFILE_LABELS } from "./profile-fields";
import { ueiAdvice } from "./uei-field";

/** An organization as its own forms make it; a draft may lack anything. */
interface Profile {
  orgType?: string | null;
  cageCode?: string | null;
  uei?: string | null;
  dunsNumber?: string | null;
  naicsCodes?: readonly string[];
  setAsides?: readonly string[];
  smallBusiness?: boolean;
  website?: string | null;
  addressLine1?: string | null;
  addressLine2?: string | null;
  city?: string | null;
  state?: string | null;
  postalCode?: string | null;
  country?: string;
  pocName?: string | null;
  pocEmail?: string | null;
  pocPhone?: string | null;
  contractsPocName?: string | null;
  contractsPocEmail?: string | null;
  contractsPocPhone?: string | null;
  employeeCount?: number | null;
  annualRevenueUsd?: number | null;
  businessStartYear?: number | null;
  samRegistrationStatus?: string | null;
  samExpirationDate?: string | null;
  description?: string | null;
  techTags?: string;
}

/** An organization's whole profile, for its own people and for government. */
export function OrganizationRecord({ organization }: { organization: Profile & { nontraditional: boolean } }) {
  const rows = profileRows(organization);
  const nontraditional = { term: "Nontraditional", value: yesOrNo(organization.nontraditional) };
  return (
    <>
      <Section title="Organization">
        <Record
          rows={[
            ...[rows.orgType, rows.description, rows.techTags, rows.website, rows.address],
            ...[rows.employeeCount, rows.annualRevenueUsd, rows.businessStartYear],
          ]}
        />
      </Section>
      <Section title="Identifiers and codes">
        <Record
          rows={[
            ...[rows.uei, rows.cageCode, rows.dunsNumber, rows.naicsCodes, rows.setAsides, rows.smallBusiness],
            ...[nontraditional, rows.samRegistrationStatus, rows.samExpirationDate],
          ]}
        />
      </Section>
      <Section title="Contacts">
        <Record rows={[rows.pointOfContact, rows.contractsContact]} />
      </Section>
    </>
  );
}

/** What is said of an organization, row by row, for records that put it in different order. */
export function profileRows(organization: Profile) {
  const { addressLine1, addressLine2, city, state, postalCode, country, website, description } = organization;
  const { pocName, pocEmail, pocPhone, contractsPocName, contractsPocEmail, contractsPocPhone } = organization;
  const { naicsCodes = [], setAsides = [], samRegistrationStatus, samExpirationDate, techTags } = organization;
  const row = (name: keyof typeof PROFILE_LABELS, value: ReactNode): RecordRow => ({
    term: PROFILE_LABELS[name],
    value,
  });
  return {
    orgType: row("orgType", organization.orgType && labelOf(organization.orgType)),
    description: row("description", description && <span className="glip-plain-text">{description}</span>),
    techTags: row("techTags", techTags && <TagList tags={techTags} />),
    website: row("website", website && <WebLink address={website} />),
    address: { term: "Address", value: joined(addressLine1, addressLine2, city, state, postalCode, country) },
    employeeCount: row("employeeCount", counted(organization.employeeCount)),
    annualRevenueUsd: row("annualRevenueUsd", counted(organization.annualRevenueUsd)),
    // A year is not a count: no comma in it.
    businessStartYear: row("businessStartYear", organization.businessStartYear?.toString()),
    uei: row("uei", organization.uei && <Uei value={organization.uei} />),
    cageCode: row("cageCode", organization.cageCode),
    dunsNumber: row("dunsNumber", organization.dunsNumber),
    naicsCodes: row("naicsCodes", joined(...naicsCodes)),
    setAsides: row("setAsides", joined(...setAsides.map(labelOf))),
    smallBusiness: { term: "Small business", value: yesOrNo(organization.smallBusiness ?? false) },
    samRegistrationStatus: row("samRegistrationStatus", samRegistrationStatus && labelOf(samRegistrationStatus)),
    samExpirationDate: row(
      "samExpirationDate",
      samExpirationDate && (
        <>
          <Day value={samExpirationDate} />
          <TimeLeft until={samExpirationDate}>{(left) => `, in ${left}`}</TimeLeft>
        </>
      ),
    ),
    pointOfContact: { term: "Point of contact", value: joined(pocName, pocEmail, pocPhone) },
    contractsContact: {
      term: "Contracts contact",
      value: joined(contractsPocName, contractsPocEmail, contractsPocPhone),
    },
  };
}

const yesOrNo = (holds: boolean) => (holds ? "Yes" : "No");

function counted(count: number | null | undefined): string | null {
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
