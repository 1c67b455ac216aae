import { Form } from "@remix-run/react";
import type { AnnouncementStatus } from "#db/enumerations";
import { PublicationTime } from "~/ui/announcement/announcement-fields";
import { Audience } from "~/ui/call/audience";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import type { FieldErrors } from "~/values/errors";
import { READ_AT_FIELD } from "~/values/form-words";
import type { FieldConstraints } from "~/web/forms/form-state";

interface AnnouncementMovesProps {
  announcement: { status: AnnouncementStatus; publishesAt: string | null };
  /** How many people its publication would notify now. */
  people: number;
  /** The version that the page shows, so that nobody publishes another one. */
  readAt: string | null;
  /** The values and errors of a refused schedule form. */
  values: FieldValues | undefined;
  errors: FieldErrors | undefined;
  constraints: FieldConstraints;
}

/** What can be done with a draft or a scheduled announcement. Each says in advance who it notifies. */
export function AnnouncementMoves({
  announcement,
  people,
  readAt,
  values,
  errors,
  constraints,
}: AnnouncementMovesProps) {
  const { status, publishesAt } = announcement;
  const isScheduled = status === "SCHEDULED";
  return (
    <ul className="glip-moves">
      <li>
        <ConfirmedAction
          label="Publish now"
          action="?status"
          fields={{ status: "PUBLISHED", [READ_AT_FIELD]: readAt }}
          confirmLabel="Publish announcement"
          isDestructive={false}
          pendingText="Publishing…"
        >
          <p>
            Everyone can read it immediately.{" "}
            <strong>
              <Audience people={people} doing="This" inIndustry />
            </strong>
          </p>
        </ConfirmedAction>
      </li>
      {isScheduled && (
        <li>
          <Form method="post" action="?status" className="glip-cluster">
            <input type="hidden" name="status" value="DRAFT" />
            <SubmitButton variant="outline" pendingText="Saving…">
              Return to draft
            </SubmitButton>
            <span>This cancels the scheduled publication and does not notify anyone.</span>
          </Form>
        </li>
      )}
      <li>
        <Form method="post" action="?schedule" noValidate>
          <input type="hidden" name="status" value="SCHEDULED" />
          <ReadAtField value={readAt} />
          <FormKit constraints={constraints} values={values ?? { publishesAt: publishesAt ?? "" }} errors={errors}>
            <PublicationTime hint="When it becomes public and people are notified." />
            <SubmitButton variant="outline" pendingText="Saving…">
              {isScheduled ? "Reschedule" : "Schedule"}
            </SubmitButton>
          </FormKit>
        </Form>
      </li>
    </ul>
  );
}
