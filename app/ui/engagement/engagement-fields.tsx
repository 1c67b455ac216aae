import { Link, useLocation } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { commandOptions } from "~/ui/command/command-fields";
import { labelledBy } from "~/ui/kit/form/field-group";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";
import { TimeZoneContext } from "~/ui/kit/time-zone";
import { LIMITS } from "~/values/limits";
import { type Choices, Picker } from "./picker";
import { searchAction } from "./plan-address";

/** The labels of an engagement's fields, for its form, its record and its error summary, in the order of the form. */
export const ENGAGEMENT_LABELS = {
  organizationIds: "Organizations",
  findOrganization: "Find organizations",
  otherOrganization: "Another participant",
  attendeeIds: "Government attendees",
  findAttendee: "Find people",
  date: "Date",
  startTime: "Start",
  endTime: "End",
  location: "Location",
  onlineLink: "Online link",
  title: "Title",
  type: "Type",
  status: "Status",
  commandId: "Command",
  summary: "Summary",
} as const;

const labelled = labelledBy(ENGAGEMENT_LABELS);

interface ParticipantChoices {
  organizations: Choices;
  attendees: Choices;
  /** The search field in which someone pressed Enter. */
  byEnter?: string | undefined;
}

interface EngagementFieldsProps {
  commands: { id: string; name: string; abbreviation: string }[];
  choices: ParticipantChoices;
  /** The current primary organization. It stays primary while its box is checked. */
  primaryId: string | null;
  saveLabel: string;
  cancelTo: string;
}

/** All fields of an engagement and the buttons, for new engagements and for changes: who, when, where, and what. */
export function EngagementFields({ commands, choices, primaryId, saveLabel, cancelTo }: EngagementFieldsProps) {
  const zone = useContext(TimeZoneContext);
  const { search } = useLocation();
  return (
    <>
      {/* The Enter key presses a form's first button. The server then searches for what was typed to find, if anything. */}
      <button
        className="usa-sr-only"
        type="submit"
        formAction={searchAction(search, "enter")}
        tabIndex={-1}
        aria-hidden="true"
      />
      <div className="glip-plan">
        <div>
          <FieldSet legend="Who">
            <Picker
              name="organizationIds"
              find="findOrganization"
              labels={ENGAGEMENT_LABELS}
              hint={`At least one, up to ${LIMITS.engagementOrganizations}, or name another participant. The first one in this list is the primary organization.`}
              findHint="Part of a name, or a full UEI or CAGE code"
              order=" by name"
              noun={["organization", "organizations"]}
              choices={withPrimary(choices.organizations, primaryId)}
              isByEnter={choices.byEnter === "findOrganization"}
            />
            <TextField {...labelled("otherOrganization")} hint="A person or organization that is not registered here" />
            <Picker
              name="attendeeIds"
              find="findAttendee"
              labels={ENGAGEMENT_LABELS}
              hint={`Up to ${LIMITS.engagementAttendees}. We notify people when you add them. Their calendar feeds show the engagement.`}
              findHint="Part of a name or email, or the abbreviation of a command"
              order=", your command first"
              noun={["person", "people"]}
              choices={choices.attendees}
              isByEnter={choices.byEnter === "findAttendee"}
            />
          </FieldSet>
        </div>
        <div>
          <FieldSet legend="When">
            <p className="usa-hint">In {zone.name}</p>
            <div className="glip-when">
              <TextField {...labelled("date")} type="date" />
              <TextField {...labelled("startTime")} type="time" />
              <TextField {...labelled("endTime")} type="time" />
            </div>
          </FieldSet>
          <FieldSet legend="Where">
            <TextField {...labelled("location")} hint="A place, or “Video” or “Telephone”" />
            <TextField
              {...labelled("onlineLink")}
              type="url"
              hint="The address of a video meeting"
              spellCheck={false}
            />
          </FieldSet>
          <FieldSet legend="What">
            <TextField {...labelled("title")} />
            <div className="glip-when">
              <SelectField {...labelled("type")} />
              <SelectField {...labelled("status")} emptyLabel={null} />
            </div>
            <SelectField {...labelled("commandId")} options={commandOptions(commands)} />
            <TextArea {...labelled("summary")} isFormatted />
          </FieldSet>
        </div>
      </div>
      <div className="glip-cluster">
        <SubmitButton pendingText="Saving…">{saveLabel}</SubmitButton>
        <Link to={cancelTo}>Cancel</Link>
      </div>
    </>
  );
}

function FieldSet({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="usa-fieldset">
      <legend className="usa-legend usa-legend--large">{legend}</legend>
      {children}
    </fieldset>
  );
}

/** Marks the organization that is primary, or will be. */
function withPrimary({ chosen, ...rest }: Choices, primaryId: string | null): Choices {
  const primary = chosen.find(({ id }) => id === primaryId) ?? chosen[0];
  return { ...rest, chosen: chosen.map((one) => (one === primary ? { ...one, note: "primary" } : one)) };
}
