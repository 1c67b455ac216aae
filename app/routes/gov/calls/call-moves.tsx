import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { CallStatus } from "#db/enumerations";
import { Audience } from "~/ui/call/audience";
import { CALL_LABELS } from "~/ui/call/call-fields";
import { DateTimeField } from "~/ui/kit/form/date-time-field";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import type { FieldErrors } from "~/values/errors";
import { READ_AT_FIELD } from "~/values/form-words";
import type { FieldConstraints } from "~/web/forms/form-state";

interface CallMovesProps {
  call: { id: string; status: CallStatus; releasesAt: string | null };
  /** The statuses that it can move to. */
  moves: readonly CallStatus[];
  /** Its last day is over. It cannot be opened, because nobody could submit. */
  isPastDeadline: boolean;
  /** How many people its opening notifies. */
  audience: number;
  /** The version that the page shows, so that nobody opens another one. */
  readAt: string | null;
  /** The values and errors of a refused schedule form. */
  values: FieldValues | undefined;
  errors: FieldErrors | undefined;
  constraints: FieldConstraints;
}

/** All status changes of a call. Each says in advance what it does and who it notifies. */
export function CallMoves({ call, moves, audience, isPastDeadline, ...schedule }: CallMovesProps) {
  const opens = ["OPEN", "PENDING"];
  const may = (to: CallStatus) => moves.includes(to) && !(isPastDeadline && opens.includes(to));
  return (
    <ul className="glip-moves">
      {isPastDeadline && moves.includes("OPEN") && (
        // The error summary links here.
        <li id="closesAt">
          {call.status === "CLOSED" ? (
            <>
              You cannot reopen this call. Its last day is over, and you cannot change the closing date of a published
              call. <Link to="/gov/calls/new">Write a new call</Link> instead.
            </>
          ) : (
            <>
              You cannot open this call, because its last day is over.{" "}
              <Link to={`/gov/calls/${call.id}/edit#closesAt`}>Change the closing date</Link> first.
            </>
          )}
        </li>
      )}
      {may("OPEN") && call.status !== "CLOSED" && (
        <li>
          <ConfirmedAction
            label="Open now"
            action="?status"
            fields={{ status: "OPEN", [READ_AT_FIELD]: schedule.readAt }}
            confirmLabel="Open call"
            isDestructive={false}
            pendingText="Opening…"
          >
            <p>
              The call becomes public immediately, and you can no longer edit it.{" "}
              <strong>
                <Audience people={audience} doing="This" inIndustry />
              </strong>
            </p>
          </ConfirmedAction>
        </li>
      )}
      {may("OPEN") && call.status === "CLOSED" && (
        <Move to="OPEN" label="Reopen" pendingText="Reopening…">
          Industry can submit again until its last day. Reopening does not notify anyone.
        </Move>
      )}
      {may("CLOSED") && (
        <Move to="CLOSED" label="Close" pendingText="Closing…">
          {isPastDeadline
            ? "It no longer takes submissions. Once you close it, you cannot reopen it."
            : "Industry can no longer submit. You can reopen it."}{" "}
          Closing does not notify anyone.
        </Move>
      )}
      {may("DRAFT") && (
        <Move to="DRAFT" label="Return to draft" pendingText="Saving…">
          This cancels the scheduled opening and does not notify anyone.
        </Move>
      )}
      {(may("PENDING") || (call.status === "PENDING" && !isPastDeadline)) && (
        <li>
          {/* A new form after each move, so that it shows the present values. */}
          <Schedule key={`${call.status} ${call.releasesAt}`} call={call} {...schedule} />
        </li>
      )}
    </ul>
  );
}

type MoveProps = { to: CallStatus; label: string; pendingText: string; children: ReactNode };

/** A move that can be undone. */
function Move({ to, label, pendingText, children }: MoveProps) {
  return (
    <li>
      <Form method="post" action="?status" className="glip-cluster">
        <input type="hidden" name="status" value={to} />
        <SubmitButton variant="outline" pendingText={pendingText}>
          {label}
        </SubmitButton>
        <span>{children}</span>
      </Form>
    </li>
  );
}

/** Schedules a draft. If the call is already scheduled, only the time changes. */
function Schedule({
  call,
  readAt,
  values,
  errors,
  constraints,
}: Omit<CallMovesProps, "moves" | "audience" | "isPastDeadline">) {
  const isScheduled = call.status === "PENDING";
  return (
    <Form method="post" action="?schedule" noValidate>
      {!isScheduled && <input type="hidden" name="status" value="PENDING" />}
      <ReadAtField value={readAt} />
      <FormKit constraints={constraints} values={values ?? { releasesAt: call.releasesAt ?? "" }} errors={errors}>
        <DateTimeField
          name="releasesAt"
          label={CALL_LABELS.releasesAt}
          hint="When the call becomes public. We do not notify anyone at that time."
        />
        <SubmitButton variant="outline" pendingText="Saving…">
          {isScheduled ? "Reschedule" : "Schedule"}
        </SubmitButton>
      </FormKit>
    </Form>
  );
}
