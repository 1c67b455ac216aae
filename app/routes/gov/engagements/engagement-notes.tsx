import type { ReactNode } from "react";
import type { Paged } from "~/lists/paging";
import { NoteForm, NotePages } from "~/ui/engagement/notes";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { Section } from "~/ui/kit/page/section";
import type { FieldErrors } from "~/values/errors";
import type { FormattedText } from "~/values/formatted-text/nodes";
import type { FieldConstraints } from "~/web/forms/form-state";

/** The ID of the heading, for links to other pages of notes. */
const NOTES_ID = "notes";

const hrefFor = (page: number) => `?notesPage=${page}#${NOTES_ID}`;

interface EngagementNotesProps {
  /** One page of notes, newest first. */
  list: Paged<{ id: string; body: FormattedText; createdAt: string; author: { name: string } }>;
  mayWrite: boolean;
  constraints: FieldConstraints;
  values: FieldValues | undefined;
  errors: FieldErrors | undefined;
  notice: ReactNode;
}

/** The notes on an engagement. */
export function EngagementNotes({ list, mayWrite, ...form }: EngagementNotesProps) {
  const { total } = list;
  return (
    <Section title={`Notes (${total})`} id={NOTES_ID}>
      {mayWrite && <NoteForm key={total} action="?note" {...form} />}
      <NotePages
        list={list}
        hrefFor={hrefFor}
        empty={mayWrite ? "Add what was said and what happens next." : "People in its command can add notes here."}
      />
    </Section>
  );
}
