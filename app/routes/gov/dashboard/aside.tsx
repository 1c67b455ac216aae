import { Link } from "@remix-run/react";
import { wordsOfTimes } from "~/domain/engagement/rules";
import type { WarningCode } from "~/domain/service-status/warning-codes";
import { RecertificationDue } from "~/ui/account/recertification-due";
import { Deadline } from "~/ui/call/call-list";
import { DayOf, ShortDay } from "~/ui/kit/format/date-time";
import { AllLink } from "~/ui/kit/list/all-link";
import { ShortList } from "~/ui/kit/list/short-list";
import { Alert } from "~/ui/kit/page/alert";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { useTimeZone } from "~/ui/kit/time-zone";
import { WARNING_TEXT } from "~/ui/service-status/warning-text";
import { counted } from "~/values/format";
import { labelOf } from "~/values/labels";

/** What waits for an administrator: accounts to confirm, and what is wrong with the service. */
export function Administration({ toConfirm, warnings }: { toConfirm: number; warnings: readonly WarningCode[] }) {
  if (toConfirm === 0 && warnings.length === 0) return null;
  return (
    <Section title="Administration">
      <div className="glip-stack glip-stack--small">
        {warnings.length > 0 && (
          <Alert kind="warning">
            {warnings.slice(0, 2).map((code) => (
              <span key={code}>{WARNING_TEXT[code]} </span>
            ))}
            <Link to="/gov/admin/status">
              {warnings.length > 2 ? `See all ${warnings.length} problems` : "See the status"}
            </Link>
          </Alert>
        )}
        <RecertificationDue count={toConfirm} />
      </div>
    </Section>
  );
}

interface PlannedProps {
  planned: {
    items: readonly {
      id: string;
      title: string;
      date: string;
      startTime: string | null;
      endTime: string | null;
      location: string;
      command: { abbreviation: string };
    }[];
    total: number;
  };
  /** The first and the last day. */
  today: string;
  until: string;
  mayRecord: boolean;
}

/** The planned engagements of the next seven days. */
export function PlannedEngagements({ planned: { items, total }, today, until, mayRecord }: PlannedProps) {
  const timeZone = useTimeZone();
  const all = `/gov/engagements?${new URLSearchParams({ status: "PLANNED", from: today, to: until, sort: "date" })}`;
  return (
    <Section
      title="Engagements this week"
      actions={
        total > items.length ? (
          <AllLink to={all} total={total} of="engagements this week" />
        ) : (
          <Link to={all}>View this week</Link>
        )
      }
    >
      {items.length > 0 ? (
        <ShortList
          items={items.map(({ id, title, location, command, ...times }) => ({
            key: id,
            to: `/gov/engagements/${id}`,
            title,
            about: (
              <>
                {times.date.slice(0, 10) === today ? <strong>Today</strong> : <ShortDay value={times.date} />}
                {[wordsOfTimes(times, timeZone), location, command.abbreviation]
                  .filter(Boolean)
                  .map((part) => `, ${part}`)}
              </>
            ),
          }))}
        />
      ) : (
        <EmptyState title="Nothing planned for the next seven days">
          <p>
            {mayRecord ? (
              <Link to="/gov/engagements/new">Plan an engagement</Link>
            ) : (
              <Link to="/gov/engagements">See earlier and later engagements</Link>
            )}
          </p>
        </EmptyState>
      )}
    </Section>
  );
}

interface ClosingProps {
  closing: {
    today: string;
    lastDay: string;
    total: number;
    items: readonly { id: string; title: string; closesAt: string; submissions: number }[];
  };
}

/** The address of the list of open calls that close soon. */
export const closingHref = ({ today, lastDay }: ClosingProps["closing"]) =>
  `/gov/calls?${new URLSearchParams({ status: "OPEN", closesFrom: today, closesTo: lastDay, sort: "closesAt" })}`;

const CALLS_SHOWN = 3;

/** The calls that close within 14 days, the next to close first. */
export function ClosingCalls({ closing }: ClosingProps) {
  const { items, total } = closing;
  return (
    <Section
      title="Calls closing within 14 days"
      actions={
        total > 0 ? (
          <AllLink to={closingHref(closing)} total={total} of="calls that close soon" />
        ) : (
          <Link to={closingHref(closing)}>Calls</Link>
        )
      }
    >
      {items.length > 0 ? (
        <ShortList
          items={items.slice(0, CALLS_SHOWN).map(({ id, title, closesAt, submissions }) => ({
            key: id,
            to: `/gov/calls/${id}`,
            title,
            about: (
              <>
                <Deadline closesAt={closesAt} />
                {`, ${submissions === 0 ? "no submissions yet" : counted(submissions, "submission", "submissions")}`}
              </>
            ),
          }))}
        />
      ) : (
        <EmptyState title="No calls close soon">
          <p>
            See <Link to="/gov/calls?status=OPEN&sort=closesAt">all open calls by deadline</Link>.
          </p>
        </EmptyState>
      )}
    </Section>
  );
}

interface DraftsProps {
  drafts: { items: readonly { id: string; title: string; status: string; updatedAt: string }[]; total: number };
}

/** The calls that someone began to write. Shows nothing if there are none. */
export function DraftCalls({ drafts: { items, total } }: DraftsProps) {
  if (total === 0) return null;
  return (
    <Section
      title="Drafts of calls"
      actions={total > items.length && <AllLink to="/gov/calls?status=DRAFT" total={total} of="drafts" />}
    >
      <ShortList
        items={items.map(({ id, title, status, updatedAt }) => ({
          key: id,
          to: `/gov/calls/${id}`,
          title,
          about: (
            <>
              {labelOf(status)}, last changed <DayOf value={updatedAt} />
            </>
          ),
        }))}
      />
    </Section>
  );
}
