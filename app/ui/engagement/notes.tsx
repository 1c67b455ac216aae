import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextArea } from "~/ui/kit/form/text-field";
import { DateTime } from "~/ui/kit/format/date-time";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraints } from "~/web/forms/form-state";

interface Note {
  id: string;
  body: string;
  createdAt: string;
  author: { name: string };
}

/** Notes, in the given order. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  return (
    <ol className="glip-notes">
      {notes.map(({ id, body, createdAt, author }) => (
        <li key={id} className="glip-note">
          <p className="glip-note__origin">
            <strong>{author.name}</strong>, <DateTime value={createdAt} />
          </p>
          <div className="glip-plain-text">{body}</div>
        </li>
      ))}
    </ol>
  );
}

export const NOTE_LABELS = { body: "Note" };

interface NoteFormProps {
  action: string;
  constraints: FieldConstraints;
  values: FieldValues | undefined;
  errors: FieldErrors | undefined;
  /** Who will be notified of the note. */
  notice?: ReactNode;
}

/**
 * The form that adds a note. Change its key after a note is added. Otherwise the browser would keep the text in the
 * form.
 */
export function NoteForm({ action, constraints, values = {}, errors, notice }: NoteFormProps) {
  return (
    <Form method="post" action={action} noValidate className="usa-form usa-form--large glip-form">
      <FormKit constraints={constraints} values={values} errors={errors}>
        <TextArea name="body" label={NOTE_LABELS.body} rows={4} />
        <div className="glip-cluster">
          <SubmitButton pendingText="Adding…">Add note</SubmitButton>
          {notice && <span>{notice}</span>}
        </div>
      </FormKit>
    </Form>
  );
}
