import { CodeFinder } from "~/ui/classification-code/code-finder";
import { FieldLine, labelledUnderHeading } from "~/ui/kit/form/field-group";
import { COUNTRY_LIST, PlaceSuggestions, STATE_LIST } from "~/ui/kit/form/input/place-suggestions";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";
import { useDayEnd } from "~/ui/kit/format/day-end";
import { LIMITS } from "~/values/limits";
import type { PresetTag } from "~/values/tags";

/** The labels of a call's fields, for its forms, its record and its error summary. */
export const CALL_LABELS = {
  title: "Title",
  description: "Description",
  techTags: "Technology tags",
  closesAt: "Last day to submit",
  questionsDueAt: "Last day for questions",
  solicitationNumber: "Solicitation number",
  noticeType: "Notice type",
  setAside: "Set-aside",
  naicsCode: "NAICS code",
  classificationCode: "Product or service code",
  additionalInfoLink: "More information",
  pocName: "Point of contact: name",
  pocTitle: "Point of contact: title",
  pocEmail: "Point of contact: email",
  pocPhone: "Point of contact: telephone",
  secondaryPocName: "Second point of contact: name",
  secondaryPocEmail: "Second point of contact: email",
  secondaryPocPhone: "Second point of contact: telephone",
  officeName: "Office",
  officeCity: "Office: city",
  officeState: "Office: state or province",
  officeZip: "Office: postal code",
  officeCountry: "Office: country",
  popCity: "Place of performance: city",
  popState: "Place of performance: state or province",
  popZip: "Place of performance: postal code",
  popCountry: "Place of performance: country",
  answerWithinDays: "Answer within (working days)",
  status: "Status",
  releasesAt: "Opens at",
} as const;

const labelled = labelledUnderHeading(CALL_LABELS);

/**
 * All content fields of a call, in sections.
 * @param agencyDays the agency's own promise, in working days; 0 for none
 */
export function CallFields({ presets, agencyDays }: { presets: readonly PresetTag[]; agencyDays: number }) {
  const dayEnd = useDayEnd();
  return (
    <div className="glip-plan">
      <div>
        <fieldset className="usa-fieldset">
          <legend className="usa-legend usa-legend--large">What you are looking for</legend>
          <TextField {...labelled("title")} />
          <TextArea {...labelled("description")} rows={10} isFormatted />
          <TagField
            {...labelled("techTags")}
            presets={presets}
            hint="Separated by commas. We also use them to route submissions to this call."
          />
          <TextField
            {...labelled("closesAt")}
            type="date"
            hint={`The last day to submit, until ${dayEnd}. If you leave this empty, the call stays open until you close it.`}
          />
          <TextField
            {...labelled("answerWithinDays")}
            inputMode="numeric"
            hint={`${
              agencyDays > 0
                ? `If you leave this empty, submitters are promised an answer within ${agencyDays} working days.`
                : "If you leave this empty, submitters are not promised an answer."
            } Enter 0 for no promise, or a number up to ${LIMITS.answerWithinDays}.`}
          />
        </fieldset>
        <fieldset className="usa-fieldset">
          <legend className="usa-legend usa-legend--large">Solicitation</legend>
          <TextField {...labelled("solicitationNumber")} spellCheck={false} />
          <FieldLine>
            <SelectField {...labelled("noticeType")} emptyLabel="Not given" />
            <SelectField {...labelled("setAside")} emptyLabel="None" />
          </FieldLine>
          <TextField {...labelled("naicsCode")} hint="Six digits" inputMode="numeric" />
          <CodeFinder system="NAICS" name="naicsCode" />
          <TextField {...labelled("classificationCode")} hint="Four letters and digits" spellCheck={false} />
          <CodeFinder system="PSC" name="classificationCode" />
          <TextField {...labelled("questionsDueAt")} type="date" hint="The last day to ask questions." />
          <TextField {...labelled("additionalInfoLink")} type="url" hint="For example: https://www.example.com" />
        </fieldset>
      </div>
      <div>
        <fieldset className="usa-fieldset">
          <legend className="usa-legend usa-legend--large">Point of contact</legend>
          <TextField {...labelled("pocName")} autoComplete="section-poc name" />
          <TextField {...labelled("pocTitle")} autoComplete="section-poc organization-title" />
          <FieldLine>
            <TextField {...labelled("pocEmail")} type="email" autoComplete="section-poc email" />
            <TextField {...labelled("pocPhone")} type="tel" autoComplete="section-poc tel" />
          </FieldLine>
        </fieldset>
        <fieldset className="usa-fieldset">
          <legend className="usa-legend usa-legend--large">Second point of contact</legend>
          <TextField {...labelled("secondaryPocName")} autoComplete="section-second name" />
          <FieldLine>
            <TextField {...labelled("secondaryPocEmail")} type="email" autoComplete="section-second email" />
            <TextField {...labelled("secondaryPocPhone")} type="tel" autoComplete="section-second tel" />
          </FieldLine>
        </fieldset>
        <fieldset className="usa-fieldset">
          <legend className="usa-legend usa-legend--large">Office</legend>
          <TextField {...labelled("officeName")} autoComplete="section-office organization" />
          <PlaceFields of="office" />
        </fieldset>
        <fieldset className="usa-fieldset">
          <legend className="usa-legend usa-legend--large">Place of performance</legend>
          <PlaceFields of="pop" />
          <PlaceSuggestions />
        </fieldset>
      </div>
    </div>
  );
}

/** A place, in the order in which people write it. */
function PlaceFields({ of: place }: { of: "office" | "pop" }) {
  const section = `section-${place}`;
  return (
    <>
      <FieldLine>
        <TextField {...labelled(`${place}City`)} autoComplete={`${section} address-level2`} />
        <TextField {...labelled(`${place}State`)} autoComplete={`${section} address-level1`} list={STATE_LIST} />
        <TextField {...labelled(`${place}Zip`)} autoComplete={`${section} postal-code`} />
      </FieldLine>
      <TextField {...labelled(`${place}Country`)} autoComplete={`${section} country-name`} list={COUNTRY_LIST} />
    </>
  );
}
