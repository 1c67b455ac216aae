import { Form, Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { CallStatus } from "#db/enumerations";
import { Audience } from "~/ui/call/audience";
import { CALL_LABELS } from "~/ui/call/call-fields";
import { DateTimeField } from "~/ui/kit/form/date-time-field";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraints } from "~/web/forms/form-state";

interface CallMovesProps {
  call: { id: string; status: CallStatus; releasesAt: string | null };
  /** The statuses that it may be moved to. */
  moves: readonly CallStatus[];
  /** Its last day is over, so it must not be opened: nobody could submit to it. */
  isPastDeadline: boolean;
  /** How many people its opening notifies. */
  audience: number;
  /** Of the form that schedules, when it was refused. */
  values: FieldValues | undefined;
  errors: FieldErrors | undefined;
  constraints: FieldConstraints;
}

/** Every move that a call may make, each saying beforehand what it does and whom it notifies. */
export function CallMoves({ call, moves, audience, isPastDeadline, ...schedule }: CallMovesProps) {
  const opens = ["OPEN", "PENDING"];
  const may = (to: CallStatus) => moves.includes(to) && !(isPastDeadline && opens.includes(to));
  return (
    <ul className="glip-moves">
      {isPastDeadline && moves.includes("OPEN") && (
        // The summary of a refusal leads here.
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
            fields={{ status: "OPEN" }}
            confirmLabel="Open call"
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
          {/* Another form once the call has moved, so that it begins with what is true now. */}
          <Schedule key={`${call.status} ${call.releasesAt}`} call={call} {...schedule} />
        </li>
      )}
    </ul>
  );
}

type MoveProps = { to: CallStatus; label: string; pendingText: string; children: ReactNode };

/** A move that can be taken back. */
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

/** A draft becomes scheduled; what is scheduled already keeps its status, and only its time moves. */
function Schedule({
  call,
  values,
  errors,
  constraints,
}: Omit<CallMovesProps, "moves" | "audience" | "isPastDeadline">) {
  const isScheduled = call.status === "PENDING";
  return (
    <Form method="post" action="?schedule" noValidate>
      {!isScheduled && <input type="hidden" name="status" value="PENDING" />}
      <FormKit constraints={constraints} values={values ?? { releasesAt: call.releasesAt ?? "" }} errors={errors}>
        <DateTimeField
          name="releasesAt"
          label={CALL_LABELS.releasesAt}
          hint="The day and time, in UTC, when the call becomes public. We do not notify anyone at that time."
        />
        <SubmitButton variant="outline" pendingText="Saving…">
          {isScheduled ? "Reschedule" : "Schedule"}
        </SubmitButton>
      </FormKit>
    </Form>
  );
}
