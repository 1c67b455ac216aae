import { Fragment, type ReactNode } from "react";
import {
  fieldsOf,
  PROFILE_LABELS,
  type ProfileFieldName,
  type ProfilePart,
} from "~/domain/organization/profile-fields";
import { CodeFinder } from "~/ui/classification-code/code-finder";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { FieldLine, labelledUnderHeading } from "~/ui/kit/form/field-group";
import { COUNTRY_LIST, PlaceSuggestions, STATE_LIST } from "~/ui/kit/form/input/place-suggestions";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";
import { formatCount } from "~/values/format";
import { LIMITS } from "~/values/limits";
import type { PresetTag } from "~/values/tags";
import { UeiField } from "./uei-field";

const labelled = labelledUnderHeading(PROFILE_LABELS);

const PHONE_HINT = "For example: +1 757 555 0117 x12";

/** Fields under one heading. */
export function FieldPart({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="usa-fieldset">
      <legend className="usa-legend usa-legend--large">{legend}</legend>
      {children}
    </fieldset>
  );
}

interface Context {
  /** The agency's preset tags. */
  presets: readonly PresetTag[];
}

/** How forms show a field. A field without an entry is a plain text field. */
const CONTROLS: { readonly [Name in ProfileFieldName]?: (context: Context) => ReactNode } = {
  orgType: () => <SelectField {...labelled("orgType")} />,
  addressLine1: () => <TextField {...labelled("addressLine1")} autoComplete="address-line1" />,
  addressLine2: () => <TextField {...labelled("addressLine2")} autoComplete="address-line2" />,
  city: () => <TextField {...labelled("city")} autoComplete="address-level2" />,
  state: () => <TextField {...labelled("state")} autoComplete="address-level1" list={STATE_LIST} />,
  postalCode: () => <TextField {...labelled("postalCode")} autoComplete="postal-code" />,
  country: () => (
    <TextField
      {...labelled("country")}
      hint="If you leave this empty, we use USA"
      autoComplete="country-name"
      list={COUNTRY_LIST}
    />
  ),
  website: () => (
    <TextField {...labelled("website")} type="url" hint="For example: www.example.com" autoComplete="url" />
  ),
  uei: () => <UeiField {...labelled("uei")} hint="12 letters and digits, from your SAM.gov registration" />,
  cageCode: () => <TextField {...labelled("cageCode")} hint="5 letters and digits" spellCheck={false} />,
  dunsNumber: () => <TextField {...labelled("dunsNumber")} hint="9 digits" inputMode="numeric" />,
  naicsCodes: () => (
    <>
      <TextField
        {...labelled("naicsCodes")}
        hint="Up to 10 six-digit codes, separated by commas or spaces. For example: 541715, 334511"
      />
      <CodeFinder system="NAICS" name="naicsCodes" isList />
    </>
  ),
  // Contacts may be other people than the reader. A section of its own keeps the browser's suggestions for each apart.
  pocName: () => <TextField {...labelled("pocName")} autoComplete="section-poc name" />,
  pocEmail: () => <TextField {...labelled("pocEmail")} type="email" autoComplete="section-poc email" />,
  pocPhone: () => <TextField {...labelled("pocPhone")} type="tel" hint={PHONE_HINT} autoComplete="section-poc tel" />,
  contractsPocName: () => <TextField {...labelled("contractsPocName")} autoComplete="section-contracts name" />,
  contractsPocEmail: () => (
    <TextField {...labelled("contractsPocEmail")} type="email" autoComplete="section-contracts email" />
  ),
  contractsPocPhone: () => (
    <TextField {...labelled("contractsPocPhone")} type="tel" hint={PHONE_HINT} autoComplete="section-contracts tel" />
  ),
  employeeCount: () => (
    <TextField
      {...labelled("employeeCount")}
      inputMode="numeric"
      hint={`A number up to ${formatCount(LIMITS.employeeCount)}`}
    />
  ),
  annualRevenueUsd: () => (
    <TextField
      {...labelled("annualRevenueUsd")}
      inputMode="numeric"
      hint={`Whole dollars, up to ${LIMITS.annualRevenueDigits} digits`}
    />
  ),
  businessStartYear: () => (
    <TextField
      {...labelled("businessStartYear")}
      inputMode="numeric"
      hint={`Four-digit year, ${LIMITS.businessStartYear} or later`}
    />
  ),
  setAsides: () => (
    <CheckboxGroup
      name="setAsides"
      legend={PROFILE_LABELS.setAsides}
      hint="Check each SBA category that your organization has."
    />
  ),
  samRegistrationStatus: () => <SelectField {...labelled("samRegistrationStatus")} emptyLabel="Not given" />,
  samExpirationDate: () => (
    <TextField
      {...labelled("samExpirationDate")}
      type="date"
      hint="The expiration date of your registration on SAM.gov"
    />
  ),
  description: () => <TextArea {...labelled("description")} />,
  techTags: ({ presets }) => (
    <TagField
      {...labelled("techTags")}
      presets={presets}
      hint="Separated by commas. Government users find you by your tags."
    />
  ),
};

/** Fields that people write on one line. */
const LINES: readonly (readonly ProfileFieldName[])[] = [
  ["city", "state", "postalCode"],
  ["pocEmail", "pocPhone"],
  ["contractsPocEmail", "contractsPocPhone"],
  ["samRegistrationStatus", "samExpirationDate"],
];

/** The fields of some sections of the profile. */
export function ProfilePartFields({ parts, presets = [] }: { parts: ProfilePart[] } & Partial<Context>) {
  const show = (name: ProfileFieldName) => (
    <Fragment key={name}>{CONTROLS[name]?.({ presets }) ?? <TextField {...labelled(name)} />}</Fragment>
  );
  const fields = fieldsOf(...parts).map((name) => {
    const line = LINES.find((names) => names.includes(name)) ?? [name];
    if (line.length === 1) return show(name);
    return line[0] === name && <FieldLine key={name}>{line.map(show)}</FieldLine>;
  });
  return (
    <>
      {fields}
      {parts.includes("address") && <PlaceSuggestions />}
    </>
  );
}

/** All fields of an organization's profile, in the order in which registration asks for them. */
export function ProfileFields({ presets }: { presets: readonly PresetTag[] }) {
  return (
    <>
      <ProfilePartFields parts={["organization"]} />
      <FieldPart legend="Address">
        <ProfilePartFields parts={["address"]} />
      </FieldPart>
      <FieldPart legend="Identifiers and codes">
        <ProfilePartFields parts={["identifiers"]} />
      </FieldPart>
      <FieldPart legend="Point of contact">
        <ProfilePartFields parts={["pointOfContact"]} />
      </FieldPart>
      <FieldPart legend="Contracts contact">
        <ProfilePartFields parts={["contractsContact"]} />
      </FieldPart>
      <FieldPart legend="Size and SAM registration">
        <ProfilePartFields parts={["size", "sam"]} />
      </FieldPart>
      <FieldPart legend="Capabilities">
        <ProfilePartFields parts={["capabilities"]} presets={presets} />
      </FieldPart>
    </>
  );
}
