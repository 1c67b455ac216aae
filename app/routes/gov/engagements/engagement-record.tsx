import { Link } from "@remix-run/react";
import { ENGAGEMENT_LABELS } from "~/ui/engagement/engagement-fields";
import { EngagementTime } from "~/ui/engagement/engagement-time";
import { DateTime } from "~/ui/kit/format/date-time";
import { NotGiven } from "~/ui/kit/format/not-given";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { DescriptionList } from "~/ui/kit/page/description-list";
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
  status: string;
  date: string;
  startTime: string | null;
  endTime: string | null;
  location: string;
  onlineLink: string;
  attendees: readonly Named[];
  summary: string;
  command: Named & { abbreviation: string };
  createdBy: Named;
  createdAt: string;
}

/** The place, the link to a video meeting, or both. Null if there is neither. */
function Place({ location, onlineLink }: Pick<Engagement, "location" | "onlineLink">) {
  if (!onlineLink) return location || <NotGiven />;
  return (
    <>
      {location && <>{location}, </>}
      <WebLink address={onlineLink} />
    </>
  );
}

/** The fields of an engagement. */
export function EngagementRecord({ engagement }: { engagement: Engagement }) {
  const { command, summary } = engagement;
  return (
    <DescriptionList
      rows={[
        { term: ENGAGEMENT_LABELS.status, value: <StatusTag value={engagement.status} /> },
        { term: ENGAGEMENT_LABELS.type, value: labelOf(engagement.type) },
        { term: "When", value: <EngagementTime {...engagement} /> },
        { term: "Where", value: <Place {...engagement} /> },
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
        { term: ENGAGEMENT_LABELS.summary, value: summary && <span className="glip-plain-text">{summary}</span> },
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
