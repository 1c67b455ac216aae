import { Form } from "@remix-run/react";
import { Audience } from "~/ui/call/audience";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";

interface CompleteFormProps {
  /** The fields that every change sends, as they are. */
  values: Record<string, string | readonly string[]>;
  readAt: string | null;
  /** How many people the change notifies. */
  people: number;
}

/** Marks an engagement completed after its day with one click, without the form of all its fields. */
export function CompleteForm({ values, readAt, people }: CompleteFormProps) {
  const sent = Object.entries({ ...values, status: "COMPLETED" });
  return (
    <Form method="post" action="?complete">
      {sent.flatMap(([name, given]) =>
        [given].flat().map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
      )}
      <ReadAtField value={readAt} />
      <SubmitButton variant="outline" pendingText="Saving…">
        Mark completed
      </SubmitButton>
      <p className="usa-hint">
        <Audience people={people} doing="This" />
      </p>
    </Form>
  );
}
