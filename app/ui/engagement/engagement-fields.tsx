import { Link } from "@remix-run/react";
import { commandOptions } from "~/ui/command/command-fields";
import { describedBy, FieldDescription, labelledBy } from "~/ui/kit/form/field-group";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { useField } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";
import { counted } from "~/values/format";

/** The labels of an engagement's fields, for its form, its record and its error summary. */
export const ENGAGEMENT_LABELS = {
  title: "Title",
  type: "Type",
  status: "Status",
  date: "Date",
  commandId: "Command",
  location: "Location",
  organizationIds: "Organizations",
  findOrganization: "Find organizations",
  otherOrganization: "Another participant",
  summary: "Summary",
} as const;

const labelled = labelledBy(ENGAGEMENT_LABELS);

interface ParticipantChoices {
  chosen: { id: string; name: string }[];
  offered: { id: string; name: string }[];
  hasMore: boolean;
  /** Whether the page returns from a search with the Enter key, which has no address to scroll to. */
  isByEnter?: boolean;
}

interface EngagementFieldsProps {
  commands: { id: string; name: string; abbreviation: string }[];
  choices: ParticipantChoices;
  /** The current primary organization. It stays primary while its box is checked. */
  primaryId: string | null;
  /** How many organizations may take part. */
  most: number;
  saveLabel: string;
  cancelTo: string;
}

/** All fields of an engagement and the buttons, for new engagements and for changes. */
export function EngagementFields({ commands, choices, primaryId, most, saveLabel, cancelTo }: EngagementFieldsProps) {
  return (
    <>
      {/* The Enter key presses a form's first button. The server then searches for the typed organization, if any. */}
      <button className="usa-sr-only" type="submit" formAction="?enter" tabIndex={-1} aria-hidden="true" />
      <TextField {...labelled("title")} isCounted />
      <SelectField {...labelled("type")} />
      <SelectField {...labelled("status")} />
      <TextField {...labelled("date")} type="date" hint="The local date where it takes place." />
      <SelectField {...labelled("commandId")} options={commandOptions(commands)} />
      <TextField {...labelled("location")} />
      <fieldset className="usa-fieldset">
        <legend className="usa-legend usa-legend--large">Participants</legend>
        <p className="usa-hint">Check at least one organization, or name another participant, or both.</p>
        <OrganizationPicker choices={choices} primaryId={primaryId} most={most} />
        <TextField {...labelled("otherOrganization")} hint="A person or organization that is not registered here" />
      </fieldset>
      <TextArea {...labelled("summary")} />
      <div className="glip-cluster">
        <SubmitButton pendingText="Saving…">{saveLabel}</SubmitButton>
        <Link to={cancelTo}>Cancel</Link>
      </div>
    </>
  );
}

type PickerProps = Pick<EngagementFieldsProps, "choices" | "primaryId" | "most">;

/**
 * Picks organizations out of thousands, without scripts too. Checked ones come first. A search button sends the whole
 * form, which returns as it was typed.
 */
function OrganizationPicker({ choices: { chosen, offered, hasMore, isByEnter }, primaryId, most }: PickerProps) {
  const name = "organizationIds";
  const { id, errors } = useField(name);
  const [lookedFor = ""] = useField("findOrganization").values;
  const primary = chosen.find((one) => one.id === primaryId) ?? chosen[0];
  const hint = `Up to ${most}. The first one in this list is the primary organization.`;
  const description = { id, label: ENGAGEMENT_LABELS[name], hint, errors };
  return (
    <div className={errors.length > 0 ? "usa-form-group usa-form-group--error" : "usa-form-group"}>
      <fieldset className="usa-fieldset" id={id} tabIndex={-1} aria-describedby={describedBy(description)}>
        <legend className={errors.length > 0 ? "usa-label usa-label--error" : "usa-label"}>
          {ENGAGEMENT_LABELS[name]}
        </legend>
        <FieldDescription {...description} />
        {chosen.map((organization) => (
          <OrganizationBox
            key={organization.id}
            {...organization}
            isChosen
            note={organization === primary ? "primary" : undefined}
          />
        ))}
        <div className="glip-find">
          <TextField
            {...labelled("findOrganization")}
            type="search"
            autoFocus={isByEnter}
            hint="Part of a name, or a full UEI or CAGE code"
          />
          <button className="usa-button usa-button--outline" type="submit" formAction={`?find#${name}`} formNoValidate>
            Find
          </button>
        </div>
        <p role="status">{outcomeOf(lookedFor, { chosen, offered, hasMore })}</p>
        {offered.length > 0 && (
          <div className="glip-picker">
            {offered.map((organization) => (
              <OrganizationBox key={organization.id} {...organization} />
            ))}
          </div>
        )}
      </fieldset>
    </div>
  );
}

function outcomeOf(lookedFor: string, { chosen, offered: { length }, hasMore }: ParticipantChoices): string {
  if (lookedFor === "") return hasMore ? `These are the first ${length} by name. Search to find others.` : "";
  if (hasMore) return `These are the first ${length} that match “${lookedFor}”. Enter more of the name to find others.`;
  if (length === 0) return `No ${chosen.length > 0 ? "other " : ""}organization matches “${lookedFor}”.`;
  return `${counted(length, "organization matches", "organizations match")} “${lookedFor}”.`;
}

type OrganizationBoxProps = { id: string; name: string; isChosen?: boolean; note?: string };

function OrganizationBox({ id, name, isChosen, note }: OrganizationBoxProps) {
  const inputId = `organizationIds-${id}`;
  return (
    <div className="usa-checkbox">
      <input
        className="usa-checkbox__input"
        id={inputId}
        name="organizationIds"
        type="checkbox"
        value={id}
        defaultChecked={isChosen}
      />
      <label className="usa-checkbox__label" htmlFor={inputId}>
        {name}
        {note && <span className="glip-muted"> ({note})</span>}
      </label>
    </div>
  );
}
