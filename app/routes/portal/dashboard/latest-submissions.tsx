import { Link } from "@remix-run/react";
import { SUBMISSION_STATUSES, type SubmissionStatus } from "#db/enumerations";
import { DayOf } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { DataTable } from "~/ui/kit/list/data-table";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { ANSWER_COLUMN, type shownAnswer } from "~/ui/outcome/answer-column";
import { StatusCounts } from "./status-counts";

type Latest = ReturnType<typeof shownAnswer> & {
  id: string;
  title: string;
  status: SubmissionStatus;
  createdAt: string;
};

interface LatestSubmissionsProps {
  submissions: readonly Latest[];
  counts: readonly { status: string; total: number }[];
}

/** The steps of a submission. An answer is the last. */
const STEPS = 4;

function Progress({ status, answer }: Latest) {
  const done = answer ? STEPS : SUBMISSION_STATUSES.indexOf(status) + 1;
  return (
    <>
      <StatusTag value={status} />{" "}
      <progress className="glip-progress glip-progress--short" value={done} max={STEPS} aria-label="Progress">
        Step {done} of {STEPS}
      </progress>
    </>
  );
}

/** How many submissions have each status, and how far the latest are. */
export function LatestSubmissions({ submissions, counts }: LatestSubmissionsProps) {
  return (
    <Section title="Latest submissions" actions={<Link to="/portal/submissions">All submissions</Link>}>
      {submissions.length > 0 ? (
        <DataTable
          isDense
          caption="Latest submissions"
          rows={submissions}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "title",
              header: "Title",
              cell: ({ id, title }) => (
                <Link to={`/portal/submissions/${id}`} title={title}>
                  {title}
                </Link>
              ),
            },
            { key: "progress", header: "Progress", cell: (row) => <Progress {...row} /> },
            ANSWER_COLUMN,
            { key: "createdAt", header: "Submitted", cell: ({ createdAt }) => <DayOf value={createdAt} /> },
          ]}
        />
      ) : (
        <EmptyState title="No submissions yet">
          <p>
            <Link to="/portal/submissions/new">Submit a capability document</Link>. We send it to the government
            reviewers who follow its tags, and you can see here how far it is.
          </p>
        </EmptyState>
      )}
      <StatusCounts
        statuses={SUBMISSION_STATUSES}
        counts={counts}
        hrefFor={(status) => (status === "ARCHIVED" ? undefined : `/portal/submissions?status=${status}`)}
      />
    </Section>
  );
}
