import { Link } from "@remix-run/react";
import { wordsOfTimes } from "~/domain/engagement/rules";
import { Detail } from "~/ui/kit/detail";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { useTimeZone } from "~/ui/kit/time-zone";
import { formatDay, formatWeekday } from "~/values/format";
import { labelOf } from "~/values/labels";
import { firstNames, type ListedEngagement, participantsOf } from "./engagement-table";

interface AgendaEngagement extends ListedEngagement {
  startTime: string | null;
  endTime: string | null;
  attendees: readonly { id: string; name: string }[];
}

/** What the agenda shows, so that loaders send no more. */
export function agendaEngagement({ startTime, endTime, attendees, ...row }: AgendaEngagement): AgendaEngagement {
  const { id, title, type, status, date, location, otherOrganization, organizations, command } = row;
  const shown = { id, title, type, status, date, location, otherOrganization, organizations, command };
  return { ...shown, startTime, endTime, attendees: attendees.map(({ id, name }) => ({ id, name })) };
}

interface EngagementAgendaProps {
  /** In order. */
  engagements: readonly AgendaEngagement[];
  today: string;
  readerId: string;
  /** Whether the agenda begins today, so that it says if there is nothing today. */
  isFromToday: boolean;
}

/** Days with their engagements. */
export function EngagementAgenda({ engagements, today, readerId, isFromToday }: EngagementAgendaProps) {
  const found = [...new Set(engagements.map(({ date }) => date.slice(0, 10)))];
  const days = isFromToday && found[0] !== today ? [today, ...found] : found;
  return (
    <ol className="glip-agenda">
      {days.map((day) => (
        <li key={day}>
          <h2 className="glip-agenda__heading">
            <time dateTime={day}>
              {day === today && "Today, "}
              {formatWeekday(new Date(day))}, {formatDay(new Date(day))}
            </time>
          </h2>
          {found.includes(day) ? (
            <ul className="usa-list usa-list--unstyled">
              {engagements
                .filter(({ date }) => date.startsWith(day))
                .map((one) => (
                  <Entry key={one.id} engagement={one} readerId={readerId} />
                ))}
            </ul>
          ) : (
            <p className="glip-muted">No engagements</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Entry({ engagement, readerId }: { engagement: AgendaEngagement; readerId: string }) {
  const { id, title, type, status, location, command, attendees } = engagement;
  const timeZone = useTimeZone();
  const others = attendees.filter((one) => one.id !== readerId).map(({ name }) => name);
  const names = firstNames(others);
  const isAttended = others.length < attendees.length;
  const details = [labelOf(type), location, participantsOf(engagement)].filter(Boolean).join(" · ");
  return (
    <li className="glip-agenda__entry">
      <span className="glip-agenda__time">{wordsOfTimes(engagement, timeZone) || "All day"}</span>
      <div>
        <Link to={`/gov/engagements/${id}`}>{title}</Link>
        <Detail>{details}</Detail>
        {isAttended ? (
          <Detail>
            <strong>You attend</strong>
            {names && ` with ${names}`}
          </Detail>
        ) : (
          names && <Detail>Attendees: {names}</Detail>
        )}
      </div>
      <span className="glip-agenda__marks">
        <abbr title={command.name}>{command.abbreviation}</abbr>
        <StatusTag value={status} />
      </span>
    </li>
  );
}
