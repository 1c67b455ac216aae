import { Link } from "@remix-run/react";
import { Detail } from "~/ui/kit/detail";
import { DayOf, ShortDay } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";

interface Listed {
  id: string;
  title: string;
  organization: string;
}
interface Promised extends Listed {
  owner: string | null;
  dueOn: string;
  isOverdue: boolean;
}
interface Sent extends Listed {
  createdAt: string;
}

/** Why a submission is on the list, most urgent first. */
const REASONS = {
  overdue: { label: "Answer overdue", family: "negative", when: "Due", Shown: ShortDay },
  due: { label: "Answer due", family: "attention", when: "Due", Shown: ShortDay },
  opinion: { label: "Your opinion is asked", family: "progress", when: "Sent", Shown: DayOf },
  review: { label: "Your review", family: "progress", when: "Sent", Shown: DayOf },
  reading: { label: "Routed to you", family: "neutral", when: "Sent", Shown: DayOf },
  owned: { label: "You own it", family: "neutral", when: "Sent", Shown: DayOf },
} as const;

interface Work extends Listed {
  reason: keyof typeof REASONS;
  /** The day or instant that the reason is about. */
  day: string;
  owner: string | null;
  /** The query of the list of submissions that it is part of. */
  list: string;
}

/** The lists of submissions from which the work comes, as queries of their page. */
export const LISTS = {
  due: "view=due",
  opinion: "view=opinion",
  mine: "view=mine&status=ROUTED&sort=createdAt",
  owned: "view=owned&status=ROUTED&sort=createdAt",
} as const;

const ROWS_SHOWN = 6;

interface Sources {
  due: readonly Promised[];
  opinions: readonly Sent[];
  mine: readonly Sent[];
  owned: readonly Sent[];
  mayReview: boolean;
}

/** What the reader can act on now: each submission once, with its most urgent reason. */
export function worklistOf({ due, opinions, mine, owned, mayReview }: Sources): Work[] {
  const sent = (rows: readonly Sent[], reason: Work["reason"], list: string): Work[] =>
    rows.map(({ id, title, organization, createdAt }) => ({
      ...{ id, title, organization, reason, list },
      day: createdAt,
      owner: null,
    }));
  const all: Work[] = [
    ...due.map(({ dueOn, isOverdue, ...row }) => ({
      ...row,
      reason: isOverdue ? ("overdue" as const) : ("due" as const),
      day: dueOn,
      list: LISTS.due,
    })),
    ...sent(opinions, "opinion", LISTS.opinion),
    ...sent(mine, mayReview ? "review" : "reading", LISTS.mine),
    ...sent(owned, "owned", LISTS.owned),
  ];
  const first = new Map(all.toReversed().map((work) => [work.id, work]));
  return all.filter((work) => first.get(work.id) === work).slice(0, ROWS_SHOWN);
}

/** The submissions to act on, most urgent first. */
export function Worklist({ work, caption }: { work: readonly Work[]; caption: string }) {
  return (
    <DataTable
      isDense
      caption={caption}
      rows={work}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "title",
          header: "Submission",
          cell: ({ id, title, organization, list }) => (
            <>
              <Link to={`/gov/submissions/${id}?${list}`} title={title}>
                {title}
              </Link>
              <Detail>{organization}</Detail>
            </>
          ),
        },
        {
          key: "reason",
          header: "Why",
          cell: ({ reason }) => (
            <span className={`glip-status glip-status--${REASONS[reason].family}`}>{REASONS[reason].label}</span>
          ),
        },
        {
          key: "day",
          header: "When",
          cell: ({ reason, day }) => {
            const { when, Shown } = REASONS[reason];
            return (
              <>
                {when} <Shown value={day} />
              </>
            );
          },
        },
        ...(work.some(({ owner }) => owner)
          ? [
              {
                key: "owner",
                header: "Owner",
                cell: ({ owner }: Work) => owner ?? <span className="usa-sr-only">Nobody</span>,
              },
            ]
          : []),
      ]}
    />
  );
}
