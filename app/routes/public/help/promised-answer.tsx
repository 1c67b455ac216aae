import { useLoaderData } from "@remix-run/react";
import { Part } from "~/ui/kit/page/guide";
import { counted } from "~/values/format";

type PromisedAnswerProps = { id: string; title: string };

/** What the promise of an answer means, for companies. */
export function PromisedAnswer(part: PromisedAnswerProps) {
  const { answerWithinDays, timeZone } = useLoaderData<{ answerWithinDays: number; timeZone: string }>();
  return (
    <Part {...part}>
      <p>
        {answerWithinDays > 0
          ? `We promise an answer to each submission within ${counted(answerWithinDays, "working day")}, unless its call says otherwise.`
          : "Some calls promise an answer within a number of working days."}{" "}
        Each submission's page shows the day.
      </p>
      <ul className="usa-list">
        <li>
          Working days are Monday to Friday, without federal holidays and other days on which the agency is closed.
        </li>
        <li>
          The day on which you submit does not count. The first day that counts is the next working day, so a submission
          on a Friday evening, a Saturday or a Sunday counts from Monday.
        </li>
        <li>You have our answer before the last day ends, at midnight ({timeZone}).</li>
        <li>
          If we ask you a question, we wait for your answer. A working day that ends while we wait does not count, so
          the last day moves.
        </li>
        <li>The day stays as it was promised if the call closes or changes later.</li>
      </ul>
    </Part>
  );
}
