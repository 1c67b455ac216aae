import type { ReactNode } from "react";
import { CheckboxGroup, SelectField, TagField, TextArea, TextField } from "~/ui/kit/form/fields";
import { labelledBy } from "~/ui/kit/form/form-kit";
import { formatCount } from "~/values/format";
import { LIMITS } from "~/values/limits";
import { UeiField } from "./uei-field";

/** The labels of an organization's fields, for its forms, its record and the summary of what is wrong: in the forms' order. */
export const PROFILE_LABELS = {
  orgType: "Organization type",
  addressLine1: "Street address",
  addressLine2: "Street address, line 2",
  city: "City",
  state: "State or province",
  postalCode: "Postal code",
  country: "Country",
  website: "Website",
  uei: "Unique Entity ID (UEI)",
  cageCode: "CAGE code",
  dunsNumber: "DUNS number",
  naicsCodes: "NAICS codes",
  pocName: "Point of contact: name",
  pocEmail: "Point of contact: email",
  pocPhone: "Point of contact: telephone",
  contractsPocName: "Contracts contact: name",
  contractsPocEmail: "Contracts contact: email",
  contractsPocPhone: "Contracts contact: telephone",
  employeeCount: "Number of employees",
  annualRevenueUsd: "Annual revenue in US dollars",
  businessStartYear: "Year the business started",
  setAsides: "Set-asides",
  samRegistrationStatus: "SAM registration",
  samExpirationDate: "SAM registration expires on",
  description: "What your organization does",
  techTags: "Technology tags",
} as const;

const labelled = labelledBy(PROFILE_LABELS);

const PHONE_HINT = "7 to 25 digits and symbols. For example: +1 757 555 0117 x12";

/** Fields that belong together, under a heading of theirs. */
export function FieldPart({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="usa-fieldset">
      <legend className="usa-legend usa-legend--large">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Where an organization is, and its page on the web. */
export function AddressFields() {
  return (
    <>
      <TextField {...labelled("addressLine1")} autoComplete="address-line1" />
      <TextField {...labelled("addressLine2")} autoComplete="address-line2" />
      <TextField {...labelled("city")} autoComplete="address-level2" />
      <TextField {...labelled("state")} autoComplete="address-level1" />
      <TextField {...labelled("postalCode")} autoComplete="postal-code" />
      <TextField {...labelled("country")} hint="If you leave this empty, we use USA" autoComplete="country-name" />
      <TextField {...labelled("website")} type="url" hint="For example: https://www.example.com" autoComplete="url" />
    </>
  );
}

/** The codes by which an organization is known elsewhere. */
export function IdentifierFields() {
  return (
    <>
      <UeiField {...labelled("uei")} hint="From your SAM.gov registration" />
      <TextField {...labelled("cageCode")} hint="5 letters and digits" spellCheck={false} />
      <TextField {...labelled("dunsNumber")} hint="9 digits" inputMode="numeric" />
      <TextField
        {...labelled("naicsCodes")}
        hint="Up to 10 six-digit codes, separated by commas or spaces. For example: 541715, 334511"
      />
    </>
  );
}

/** The point of contact. Whoever fills this in may be another: what a browser knows of people is kept apart. */
export function PointOfContactFields() {
  return (
    <>
      <TextField {...labelled("pocName")} autoComplete="section-poc name" />
      <TextField {...labelled("pocEmail")} type="email" autoComplete="section-poc email" />
      <TextField {...labelled("pocPhone")} type="tel" hint={PHONE_HINT} autoComplete="section-poc tel" />
    </>
  );
}

/** Whom to ask of contracts. */
export function ContractsContactFields() {
  return (
    <>
      <TextField {...labelled("contractsPocName")} autoComplete="section-contracts name" />
      <TextField {...labelled("contractsPocEmail")} type="email" autoComplete="section-contracts email" />
      <TextField {...labelled("contractsPocPhone")} type="tel" hint={PHONE_HINT} autoComplete="section-contracts tel" />
    </>
  );
}

/** How large and how old an organization is, and what it is by law. */
export function SizeFields() {
  return (
    <>
      <TextField
        {...labelled("employeeCount")}
        inputMode="numeric"
        hint={`A number up to ${formatCount(LIMITS.employeeCount)}, without commas`}
      />
      <TextField
        {...labelled("annualRevenueUsd")}
        inputMode="numeric"
        hint={`Whole dollars, up to ${LIMITS.annualRevenueDigits} digits, without commas`}
      />
      <TextField
        {...labelled("businessStartYear")}
        inputMode="numeric"
        hint={`Four-digit year, ${LIMITS.businessStartYear} or later`}
      />
      <CheckboxGroup
        name="setAsides"
        legend={PROFILE_LABELS.setAsides}
        hint="Check each SBA category that your organization has."
      />
    </>
  );
}

/** Whether an organization is registered with SAM.gov, and for how long yet. */
export function SamFields() {
  return (
    <>
      <SelectField {...labelled("samRegistrationStatus")} emptyLabel="Not given" />
      <TextField
        {...labelled("samExpirationDate")}
        type="date"
        hint="The expiration date of your registration on SAM.gov"
      />
    </>
  );
}

/** What an organization does, and the tags by which it is found. */
export function CapabilityFields({ presets }: { presets: readonly string[] }) {
  return (
    <>
      <TextArea {...labelled("description")} />
      <TagField
        {...labelled("techTags")}
        presets={presets}
        hint="Words or phrases, separated by commas. Government users find you by your tags. For example: autonomy, counter-uas"
      />
    </>
  );
}

/** Every field of an organization's profile, in the order in which registering asks for them. */
export function ProfileFields({ presets }: { presets: readonly string[] }) {
  return (
    <>
      <FieldPart legend="Address">
        <AddressFields />
      </FieldPart>
      <FieldPart legend="Identifiers and codes">
        <IdentifierFields />
      </FieldPart>
      <FieldPart legend="Contacts">
        <PointOfContactFields />
        <ContractsContactFields />
      </FieldPart>
      <FieldPart legend="Size and SAM registration">
        <SizeFields />
        <SamFields />
      </FieldPart>
      <FieldPart legend="Capabilities">
        <CapabilityFields presets={presets} />
      </FieldPart>
    </>
  );
}
