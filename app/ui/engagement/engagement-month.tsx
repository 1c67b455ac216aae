import { Link } from "@remix-run/react";
import { monthAfter } from "~/domain/engagement/rules";
import { dayAfter, daysBetween } from "~/values/days";
import { counted, formatDayOfYear, formatMonth, formatTimeOfDay, formatWeekday } from "~/values/format";
import { labelOf } from "~/values/labels";

interface MonthDay {
  day: string;
  total: number;
  engagements: readonly { id: string; title: string; status: string; startTime: string | null }[];
}

interface EngagementMonthProps {
  /** YYYY-MM */
  month: string;
  today: string;
  /** The days that have engagements. */
  days: readonly MonthDay[];
  hrefOfDay: (day: string) => string;
}

const WEEK = 7;
/** A Sunday. */
const SOME_SUNDAY = "2026-11-01";

const weekdayOf = (day: string) => formatWeekday(new Date(day));

/** The days of a month in weeks from Sunday to Saturday. Days of other months are null. */
function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const next = monthAfter(month, 1);
  const count = next === null ? 31 : daysBetween(first, `${next}-01`) - 1;
  const before = new Date(first).getUTCDay();
  const cells = Array.from({ length: Math.ceil((before + count) / WEEK) * WEEK }, (_, index) => {
    const number = index - before;
    return number >= 0 && number < count ? dayAfter(first, number) : null;
  });
  return Array.from({ length: cells.length / WEEK }, (_, week) => cells.slice(week * WEEK, (week + 1) * WEEK));
}

/** A month as a table of weeks. On a narrow screen, it is a list of the days that have engagements. */
export function EngagementMonth({ month, today, days, hrefOfDay }: EngagementMonthProps) {
  const found = new Map(days.map((one) => [one.day, one]));
  return (
    <table className="glip-month">
      <caption className="usa-sr-only">Engagements in {formatMonth(month)}</caption>
      <thead>
        <tr>
          {Array.from({ length: WEEK }, (_, index) => weekdayOf(dayAfter(SOME_SUNDAY, index) ?? "")).map((name) => (
            <th key={name} scope="col" abbr={name}>
              {name.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          <tr key={week.find((day) => day !== null) ?? index}>
            {week.map((day, weekday) =>
              day === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a week has its days in one order
                <td key={weekday} className="glip-month__none" />
              ) : (
                <DayCell key={day} day={day} isToday={day === today} found={found.get(day)} hrefOfDay={hrefOfDay} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayCellProps {
  day: string;
  isToday: boolean;
  found: MonthDay | undefined;
  hrefOfDay: (day: string) => string;
}

function DayCell({ day, isToday, found, hrefOfDay }: DayCellProps) {
  const { engagements = [], total = 0 } = found ?? {};
  const more = total - engagements.length;
  const isEmpty = engagements.length === 0 && !isToday;
  return (
    <td className={isEmpty ? "glip-month__empty" : undefined} aria-current={isToday ? "date" : undefined}>
      {engagements.length === 0 ? (
        <DayName day={day} isToday={isToday} />
      ) : (
        <Link to={hrefOfDay(day)} title="Who, when and where">
          <DayName day={day} isToday={isToday} />
        </Link>
      )}
      {engagements.length > 0 && (
        <ul className="usa-list usa-list--unstyled">
          {engagements.map(({ id, title, status, startTime }) => (
            <li key={id} className="glip-month__entry" data-status={status}>
              <Link to={`/gov/engagements/${id}`} title={title}>
                {startTime && (
                  <>
                    <span className="glip-month__time">{formatTimeOfDay(startTime)}</span>{" "}
                  </>
                )}
                {title}
                <span className="usa-sr-only">, {labelOf(status)}</span>
              </Link>
            </li>
          ))}
          {more > 0 && (
            <li>
              <Link to={hrefOfDay(day)}>
                {counted(more, "more", "more")}
                <span className="usa-sr-only"> on {formatDayOfYear(new Date(day))}</span>
              </Link>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

/** "Wed, Nov 25", where a wide screen shows only the number. */
function DayName({ day, isToday }: { day: string; isToday: boolean }) {
  return (
    <time className="glip-month__day" dateTime={day}>
      <span className="glip-month__name">
        {isToday && "Today, "}
        {weekdayOf(day).slice(0, 3)}, {formatDayOfYear(new Date(day)).split(" ")[0]}{" "}
      </span>
      <span className="glip-month__number">{Number(day.slice(8))}</span>
    </time>
  );
}
