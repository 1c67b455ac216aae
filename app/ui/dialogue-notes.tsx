import type { FieldConstraints, FieldErrors, FieldValues } from "./form-kit";
import { NoteForm, NoteList } from "./notes";
import { EmptyState, Section } from "./page";

interface DialogueNotesProps {
  /** The newest, newest first. */
  notes: readonly { id: string; body: string; createdAt: string; author: { name: string } }[];
  total: number;
  mayWrite: boolean;
  constraints: FieldConstraints;
  values: FieldValues | undefined;
  errors: FieldErrors | undefined;
}

/** What government people tell each other about an organization, which the organization never reads. */
export function DialogueNotes({ notes, total, mayWrite, ...form }: DialogueNotesProps) {
  return (
    <Section title={`Internal notes (${total})`}>
      <p className="usa-hint">Internal: government alone reads these, never the organization.</p>
      {mayWrite && <NoteForm key={total} action="?dialogue" {...form} />}
      {notes.length > 0 ? (
        <NoteList notes={notes} />
      ) : (
        <EmptyState title="No note yet">
          {mayWrite && <p>Write down what the next person who deals with this organization should know.</p>}
        </EmptyState>
      )}
      {notes.length < total && <p>The newest {notes.length} are shown.</p>}
    </Section>
  );
}
