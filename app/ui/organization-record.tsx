import { labelOf } from "~/labels";
import { formatCount } from "./format";
import { Day, Record, type RecordRow, Section, TagList } from "./page";
import { PROFILE_LABELS } from "./profile-fields";

interface Organization {
  orgType: string;
  status: string;
  cageCode: string | null;
  uei: string | null;
  dunsNumber: string | null;
  naicsCodes: string[];
  setAsides: string[];
  smallBusiness: boolean;
  nontraditional: boolean;
  website: string | null;
  addressLine1: string | null;
  addressLine2: string | null;
  city: string | null;
  state: string | null;
  postalCode: string | null;
  country: string;
  pocName: string | null;
  pocEmail: string | null;
  pocPhone: string | null;
  contractsPocName: string | null;
  contractsPocEmail: string | null;
  contractsPocPhone: string | null;
  employeeCount: number | null;
  annualRevenueUsd: number | null;
  businessStartYear: number | null;
  samRegistrationStatus: string | null;
  samExpirationDate: string | null;
  description: string | null;
  techTags: string;
}

/** An organization's whole profile, for its own people and for government. */
export function OrganizationRecord({ organization }: { organization: Organization }) {
  return (
    <>
      <Section title="Organization">
        <Record rows={organizationRows(organization)} />
      </Section>
      <Section title="Identifiers and codes">
        <Record rows={identifierRows(organization)} />
      </Section>
      <Section title="Contacts">
        <Record rows={contactRows(organization)} />
      </Section>
    </>
  );
}

function organizationRows(organization: Organization): RecordRow[] {
  const { addressLine1, addressLine2, city, state, postalCode, country, website, description } = organization;
  return [
    { term: PROFILE_LABELS.orgType, value: labelOf(organization.orgType) },
    {
      term: PROFILE_LABELS.description,
      value: description && <span className="glip-plain-text">{description}</span>,
    },
    { term: PROFILE_LABELS.techTags, value: organization.techTags && <TagList tags={organization.techTags} /> },
    {
      term: PROFILE_LABELS.website,
      value: website && (
        <a className="usa-link" href={website} rel="noreferrer">
          {website}
        </a>
      ),
    },
    { term: "Address", value: joined(addressLine1, addressLine2, city, state, postalCode, country) },
    { term: PROFILE_LABELS.employeeCount, value: counted(organization.employeeCount) },
    { term: PROFILE_LABELS.annualRevenueUsd, value: counted(organization.annualRevenueUsd) },
    // A year is not a count: no comma in it.
    { term: PROFILE_LABELS.businessStartYear, value: organization.businessStartYear?.toString() ?? null },
  ];
}

function identifierRows(organization: Organization): RecordRow[] {
  return [
    { term: PROFILE_LABELS.uei, value: organization.uei },
    { term: PROFILE_LABELS.cageCode, value: organization.cageCode },
    { term: PROFILE_LABELS.dunsNumber, value: organization.dunsNumber },
    { term: PROFILE_LABELS.naicsCodes, value: joined(...organization.naicsCodes) },
    { term: PROFILE_LABELS.setAsides, value: joined(...organization.setAsides.map(labelOf)) },
    { term: "Small business", value: organization.smallBusiness ? "Yes" : "No" },
    { term: "Nontraditional", value: organization.nontraditional ? "Yes" : "No" },
    {
      term: PROFILE_LABELS.samRegistrationStatus,
      value: organization.samRegistrationStatus && labelOf(organization.samRegistrationStatus),
    },
    {
      term: PROFILE_LABELS.samExpirationDate,
      value: organization.samExpirationDate && <Day value={organization.samExpirationDate} />,
    },
  ];
}

function contactRows(organization: Organization): RecordRow[] {
  const { pocName, pocEmail, pocPhone, contractsPocName, contractsPocEmail, contractsPocPhone } = organization;
  return [
    { term: "Point of contact", value: joined(pocName, pocEmail, pocPhone) },
    { term: "Contracts contact", value: joined(contractsPocName, contractsPocEmail, contractsPocPhone) },
  ];
}

function counted(count: number | null): string | null {
  return count === null ? null : formatCount(count);
}

function joined(...parts: (string | null)[]): string | null {
  return parts.filter(Boolean).join(", ") || null;
}
