import { Link } from "@remix-run/react";
import { ENGAGEMENT_LABELS } from "~/ui/engagement/engagement-fields";
import { DateTime, Day } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { DescriptionList } from "~/ui/kit/page/description-list";
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
  location: string;
  summary: string;
  command: Named & { abbreviation: string };
  createdBy: Named;
  createdAt: string;
}

/** The fields of an engagement. */
export function EngagementRecord({ engagement }: { engagement: Engagement }) {
  const { command, summary } = engagement;
  return (
    <DescriptionList
      rows={[
        { term: ENGAGEMENT_LABELS.status, value: <StatusTag value={engagement.status} /> },
        { term: ENGAGEMENT_LABELS.type, value: labelOf(engagement.type) },
        { term: ENGAGEMENT_LABELS.date, value: <Day value={engagement.date} /> },
        {
          term: ENGAGEMENT_LABELS.commandId,
          value: (
            <Link to={`/gov/admin/commands/${command.id}`}>
              {command.name} ({command.abbreviation})
            </Link>
          ),
        },
        { term: ENGAGEMENT_LABELS.location, value: engagement.location },
        { term: "Participants", value: <Participants {...engagement} /> },
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
