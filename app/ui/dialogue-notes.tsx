import { Form } from "@remix-run/react";
import { TextArea } from "./fields";
import { SubmitButton } from "./form-feedback";
import { type FieldConstraints, type FieldErrors, type FieldValues, FormKit } from "./form-kit";
import { DateTime, EmptyState, Section } from "./page";

interface DialogueNotesProps {
  /** The newest, newest first. */
  notes: readonly { id: string; body: string; createdAt: string; author: { name: string } }[];
  total: number;
  mayWrite: boolean;
  constraints: FieldConstraints;
  values: FieldValues;
  errors: FieldErrors | undefined;
}

/** What government people tell each other about an organization, which the organization never reads. */
export function DialogueNotes({ notes, total, mayWrite, ...form }: DialogueNotesProps) {
  return (
    <Section title={`Internal notes (${total})`}>
      <p className="usa-hint">Internal: government alone reads these, never the organization.</p>
      {mayWrite && (
        // A new form once a note was added: a browser would keep the text in the old one, to be added again.
        <Form key={total} method="post" action="?dialogue" noValidate className="usa-form usa-form--large glip-form">
          <FormKit {...form}>
            <TextArea name="body" label="Note" rows={4} />
            <SubmitButton pendingText="Adding…">Add note</SubmitButton>
          </FormKit>
        </Form>
      )}
      {notes.length > 0 ? (
        <ul className="glip-notes">
          {notes.map(({ id, body, createdAt, author }) => (
            <li className="glip-note" key={id}>
              <div className="glip-note__meta">
                {author.name}, <DateTime value={createdAt} />
              </div>
              <p className="glip-plain-text">{body}</p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title="No note yet">
          {mayWrite && <p>Write down what the next person who deals with this organization should know.</p>}
        </EmptyState>
      )}
      {notes.length < total && <p>The newest {notes.length} are shown.</p>}
    </Section>
  );
}
