import { Link } from "@remix-run/react";
import { ENGAGEMENT_LABELS } from "~/ui/engagement/engagement-fields";
import { EngagementTime } from "~/ui/engagement/engagement-time";
import { DateTime } from "~/ui/kit/format/date-time";
import { Facts } from "~/ui/kit/page/record-page";
import { WebLink } from "~/ui/kit/web-link";
import { formatList } from "~/values/format";
import { labelOf } from "~/values/labels";

interface Named {
  id: string;
  name: string;
}

interface Participation {
  organizations: Named[];
  organizationId: string | null;
  otherOrganization: string;
}

/** The participants: links to the organizations, and other people by name. */
function Participants({ organizations, organizationId, otherOrganization }: Participation) {
  return (
    <ul className="usa-list usa-list--unstyled">
      {organizations.map(({ id, name }) => (
        <li key={id}>
          <Link to={`/gov/organizations/${id}`}>{name}</Link>
          {id === organizationId && organizations.length > 1 && <span className="glip-muted"> (primary)</span>}
        </li>
      ))}
      {otherOrganization && <li>{otherOrganization}</li>}
    </ul>
  );
}

interface Engagement extends Participation {
  type: string;
  date: string;
  startTime: string | null;
  endTime: string | null;
  location: string;
  onlineLink: string;
  attendees: readonly Named[];
  command: Named & { abbreviation: string };
  createdBy: Named;
  createdAt: string;
}

/** The place, the link to a video meeting, or both. Null if there is neither. */
function placeOf({ location, onlineLink }: Pick<Engagement, "location" | "onlineLink">) {
  if (!onlineLink) return location;
  return (
    <>
      {location && <>{location}, </>}
      <WebLink address={onlineLink} />
    </>
  );
}

/** What is known about an engagement besides its title, status and summary. */
export function EngagementFacts({ engagement }: { engagement: Engagement }) {
  const { command } = engagement;
  return (
    <Facts
      title="Engagement"
      rows={[
        { term: ENGAGEMENT_LABELS.type, value: labelOf(engagement.type) },
        { term: "When", value: <EngagementTime {...engagement} /> },
        { term: "Where", value: placeOf(engagement) },
        { term: "Participants", value: <Participants {...engagement} /> },
        {
          term: ENGAGEMENT_LABELS.attendeeIds,
          value: formatList(engagement.attendees.map(({ name }) => name)),
        },
        {
          term: ENGAGEMENT_LABELS.commandId,
          value: (
            <Link to={`/gov/admin/commands/${command.id}`}>
              {command.name} ({command.abbreviation})
            </Link>
          ),
        },
        {
          term: "Recorded",
          value: (
            <>
              <DateTime value={engagement.createdAt} /> by {engagement.createdBy.name}
            </>
          ),
        },
      ]}
    />
  );
}
