import { DateTime } from "~/ui/kit/format/date-time";
import { FirstOf } from "~/ui/kit/list/first-of";
import { Section } from "~/ui/kit/page/section";
import { counted } from "~/values/format";
import { labelOf } from "~/values/labels";

interface Named {
  name: string;
}

interface SubmissionHistoryProps {
  submission: {
    createdAt: string;
    submittedBy: Named;
    routedAt: string | null;
    matches: readonly unknown[];
    reviewedAt: string | null;
    reviewedBy: Named | null;
    archivedAt: string | null;
  };
  review: {
    opinions: readonly { user: Named; askedBy: Named; askedAt: string }[];
    recusals: readonly { user: Named; createdAt: string }[];
  };
  judged: {
    opinions: readonly { author: Named; updatedAt: string }[];
    conclusion: { author: Named; updatedAt: string } | null;
  };
  outcomes: readonly { outcome: string; sentAt: string; sentBy: Named }[];
}

interface Step {
  at: string | null;
  what: string;
  who?: string;
}

/** How many steps the page shows at first. */
const SHOWN = 6;

/** What happened to a submission, newest first. Its messages and notes have lists of their own. */
export function SubmissionHistory(props: SubmissionHistoryProps) {
  const steps = stepsOf(props);
  return (
    <Section title={`History (${steps.length})`}>
      <FirstOf items={steps} most={SHOWN}>
        {(some) => (
          <ol className="glip-history">
            {some.map(({ at, what, who }) => (
              <li key={`${at} ${what} ${who}`} className="glip-history__entry">
                <strong>{what}</strong>
                <span className="glip-history__origin">
                  {who && `${who}, `}
                  <DateTime value={at} isShort />
                </span>
              </li>
            ))}
          </ol>
        )}
      </FirstOf>
    </Section>
  );
}

function stepsOf({ submission, review, judged, outcomes }: SubmissionHistoryProps) {
  const { matches, reviewedBy } = submission;
  const steps: Step[] = [
    { at: submission.createdAt, what: "Submitted", who: submission.submittedBy.name },
    { at: submission.routedAt, what: `Routed to ${counted(matches.length, "person", "people")}` },
    ...review.opinions.map(({ user, askedBy, askedAt }) => ({
      ...{ at: askedAt, what: `Opinion asked of ${user.name}`, who: askedBy.name },
    })),
    ...review.recusals.map(({ user, createdAt }) => ({ at: createdAt, what: "Recused", who: user.name })),
    ...judged.opinions.map(({ author, updatedAt }) => ({ at: updatedAt, what: "Opinion given", who: author.name })),
    ...(judged.conclusion
      ? [{ at: judged.conclusion.updatedAt, what: "Conclusion written", who: judged.conclusion.author.name }]
      : []),
    ...outcomes.map(({ outcome, sentAt, sentBy }) => ({
      ...{ at: sentAt, what: `Answered: ${labelOf(outcome)}`, who: sentBy.name },
    })),
    { at: submission.reviewedAt, what: "Marked reviewed", who: reviewedBy?.name },
    { at: submission.archivedAt, what: "Archived" },
  ];
  // At one time, the later step of the list is the newer one.
  return steps
    .filter(({ at }) => at !== null)
    .reverse()
    .sort((one, other) => ((one.at ?? "") < (other.at ?? "") ? 1 : (one.at ?? "") > (other.at ?? "") ? -1 : 0));
}
