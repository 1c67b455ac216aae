import { Link } from "@remix-run/react";
import { Part } from "~/ui/kit/page/guide";
import { labelOf } from "~/values/labels";

/** How government users review submissions. */
export function Reviewing({ part }: { part: { id: string; title: string } }) {
  return (
    <Part {...part}>
      <ul className="usa-list">
        <li>
          <strong>Take</strong> a submission, so that everyone knows who works on it. You can assign it to a colleague,
          give it back, or ask colleagues for their opinion. Leads assign within their command, administrators to
          everyone. <Link to="/gov/submissions?view=owned">Mine</Link> lists what you own, and{" "}
          <Link to="/gov/submissions?view=unassigned">Unassigned</Link> what nobody does.
        </li>
        <li>
          <Link to="/gov/submissions?view=due">Answer due</Link> lists submissions whose promised answer is due within
          three working days or overdue. You can narrow any view with filters and save it under a name. To act on
          several submissions at once, select them in the list. A submission's page leads to the next one of the same
          view, and <kbd>?</kbd> lists keyboard shortcuts, which you can turn off on{" "}
          <Link to="/account">your account page</Link>.
        </li>
        <li>
          If you have a conflict of interest, <strong>recuse yourself</strong>. You take no part in the review anymore,
          and it is never routed or assigned to you again. You cannot undo this.
        </li>
        <li>
          Add <strong>government tags</strong> if the submitter's tags are not enough. People who follow them become
          reviewers too. The submitter never sees them.
        </li>
        <li>
          Write <strong>internal notes</strong>, and mention colleagues who should read one. We notify them.
        </li>
        <li>
          Give your <strong>opinion</strong>: how relevant and how ready it is, and what you would do next. The
          submission's page shows everyone's opinions side by side. Its owner writes the <strong>conclusion</strong>.
        </li>
        <li>
          People who publish calls can add questions to the assessments of a call, and administrators to all others. If
          you change a question that someone answered, its answers stay with the old one.
        </li>
        <li>Industry never sees notes, opinions, conclusions or these questions.</li>
        <li>
          To <strong>answer</strong> a submission, open it, choose an outcome and write what the organization should
          know. This also marks it {labelOf("REVIEWED").toLowerCase()}. The organization reads the answer without your
          name. You cannot change an answer, but you can replace it with a new one.
        </li>
        <li>
          Write <strong>messages</strong> if you need to know more before you answer. The organization reads them
          without your name. If you mark one as a question, the promised day waits until they write back. Messages end
          when the submission is archived.
        </li>
        <li>
          A call's page leads to a table that <strong>compares</strong> its submissions, with everyone's opinions,
          conclusions and answers. Administrators can download it.
        </li>
        <li>
          You can also mark a routed submission <strong>{labelOf("REVIEWED").toLowerCase()}</strong> without an answer
          once you have read it. In both cases we notify only the person who submitted it.
        </li>
        <li>
          <strong>Archive</strong> a submission when you are done with it. It no longer appears in lists and search, but
          the organization can still see it. You cannot undo this.
        </li>
        <li>We record with your name each file that you download, and each document that a page shows you.</li>
      </ul>
    </Part>
  );
}
