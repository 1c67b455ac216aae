import type { Paged } from "~/lists/paging";
import { NoteForm, NotePages } from "~/ui/engagement/notes";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Section } from "~/ui/kit/page/section";
import type { FieldErrors } from "~/values/errors";
import type { FormattedText } from "~/values/formatted-text/nodes";
import type { FieldConstraints } from "~/web/forms/form-state";

interface DialogueNotesProps {
  /** One page of notes, newest first. */
  list: Paged<{ id: string; body: FormattedText; createdAt: string; author: { name: string } }>;
  /** The query of the page's address. */
  query: Record<string, string>;
  mayWrite: boolean;
  constraints: FieldConstraints;
  values: FieldValues | undefined;
  errors: FieldErrors | undefined;
}

/** Government's internal notes on an organization, which the organization never sees. */
export function DialogueNotes({ list, query, mayWrite, ...form }: DialogueNotesProps) {
  const { total } = list;
  return (
    <Section title={`Internal notes (${total})`}>
      <p className="usa-hint">Only government users can read these notes. The organization cannot.</p>
      {mayWrite && <NoteForm key={total} action="?dialogue" {...form} />}
      <NotePages
        list={list}
        hrefFor={(page) => hrefWith(query, { page: String(page) })}
        empty={
          mayWrite
            ? "Add what the next person who works with this organization should know."
            : "Points of contact, command leads and administrators can add notes here."
        }
      />
    </Section>
  );
}
