import { CheckboxGroup, SelectField, TagField, TextArea, TextField } from "./fields";
import { labelledBy } from "./form-kit";

/** The labels of an organization's fields, for its forms, its record and the summary of what is wrong. */
export const PROFILE_LABELS = {
  orgType: "Organization type",
  cageCode: "CAGE code",
  uei: "Unique Entity ID (UEI)",
  dunsNumber: "DUNS number",
  naicsCodes: "NAICS codes",
  setAsides: "Set-asides",
  website: "Website",
  addressLine1: "Street address",
  addressLine2: "Street address, line 2",
  city: "City",
  state: "State or province",
  postalCode: "Postal code",
  country: "Country",
  pocName: "Point of contact: name",
  pocEmail: "Point of contact: email",
  pocPhone: "Point of contact: telephone",
  contractsPocName: "Contracts contact: name",
  contractsPocEmail: "Contracts contact: email",
  contractsPocPhone: "Contracts contact: telephone",
  employeeCount: "Number of employees",
  annualRevenueUsd: "Annual revenue in US dollars",
  businessStartYear: "Year the business started",
  samRegistrationStatus: "SAM registration",
  samExpirationDate: "SAM registration expires on",
  description: "What the organization does",
  techTags: "Technology tags",
} as const;

const labelled = labelledBy(PROFILE_LABELS);

/** Every field of an organization that registration and the profile's form share, in the order of the paper forms. */
export function ProfileFields({ presets }: { presets: readonly string[] }) {
  return (
    <>
      <fieldset className="usa-fieldset">
        <legend className="usa-legend usa-legend--large">Identifiers and codes</legend>
        <TextField {...labelled("uei")} hint="From your SAM.gov registration" spellCheck={false} />
        <TextField {...labelled("cageCode")} hint="5 letters and digits" spellCheck={false} />
        <TextField {...labelled("dunsNumber")} hint="9 digits" inputMode="numeric" />
        <TextField
          {...labelled("naicsCodes")}
          hint="Six-digit codes with commas or spaces between, at most 10. For example: 541715, 334511"
        />
        <CheckboxGroup
          name="setAsides"
          legend={PROFILE_LABELS.setAsides}
          hint="Tick each SBA category that your organization holds."
        />
        <SelectField {...labelled("samRegistrationStatus")} emptyLabel="Not given" />
        <TextField {...labelled("samExpirationDate")} type="date" />
      </fieldset>
      <fieldset className="usa-fieldset">
        <legend className="usa-legend usa-legend--large">Address</legend>
        <TextField {...labelled("addressLine1")} autoComplete="address-line1" />
        <TextField {...labelled("addressLine2")} autoComplete="address-line2" />
        <TextField {...labelled("city")} autoComplete="address-level2" />
        <TextField {...labelled("state")} autoComplete="address-level1" />
        <TextField {...labelled("postalCode")} autoComplete="postal-code" />
        <TextField {...labelled("country")} hint="USA when left empty" autoComplete="country-name" />
        <TextField {...labelled("website")} type="url" hint="For example: https://www.example.com" autoComplete="url" />
      </fieldset>
      <fieldset className="usa-fieldset">
        <legend className="usa-legend usa-legend--large">Contacts</legend>
        <TextField {...labelled("pocName")} />
        <TextField {...labelled("pocEmail")} type="email" />
        <TextField {...labelled("pocPhone")} type="tel" />
        <TextField {...labelled("contractsPocName")} />
        <TextField {...labelled("contractsPocEmail")} type="email" />
        <TextField {...labelled("contractsPocPhone")} type="tel" />
      </fieldset>
      <fieldset className="usa-fieldset">
        <legend className="usa-legend usa-legend--large">Size and capabilities</legend>
        <TextField {...labelled("employeeCount")} inputMode="numeric" hint="Digits alone" />
        <TextField {...labelled("annualRevenueUsd")} inputMode="numeric" hint="Whole dollars, digits alone" />
        <TextField {...labelled("businessStartYear")} inputMode="numeric" hint="Four digits" />
        <TextArea {...labelled("description")} />
        <TagField
          {...labelled("techTags")}
          presets={presets}
          hint="Words or phrases with commas between. Government users find you by them. For example: autonomy, counter-uas"
        />
      </fieldset>
    </>
  );
}
