import type { Paged } from "~/lists/paging";
import { NOTE_LABELS, NoteForm, NotePages } from "~/ui/engagement/notes";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { SelectField } from "~/ui/kit/form/select-field";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Section } from "~/ui/kit/page/section";
import type { FieldErrors } from "~/values/errors";
import type { FormattedText } from "~/values/formatted-text/nodes";
import { LIMITS } from "~/values/limits";
import type { FieldConstraints } from "~/web/forms/form-state";

interface Person {
  id: string;
  name: string;
}

interface People {
  /** Those who take part in the review already. */
  involved: readonly Person[];
  others: readonly Person[];
}

interface ReviewNotesProps {
  /** One page of notes, newest first. */
  list: Paged<{
    id: string;
    body: FormattedText;
    createdAt: string;
    author: { name: string };
    mentions: readonly Person[];
  }>;
  /** The query of the page's address. */
  query: Record<string, string>;
  /** Null for people who may not write notes here. */
  form: { people: People; constraints: FieldConstraints } | null;
  refused: { values: FieldValues; errors?: FieldErrors } | undefined;
}

/** The ID of the heading, for links to other pages of notes. */
const NOTES_ID = "notes";

export const REVIEW_NOTE_LABELS = { ...NOTE_LABELS, mentions: "Mention", colleague: "Mention a colleague" };

/** Government's internal notes on a submission, which its organization never sees. */
export function ReviewNotes({ list, query, form, refused }: ReviewNotesProps) {
  const actionOf = useNamedAction();
  const { total } = list;
  return (
    <Section title={`Internal notes (${total})`} id={NOTES_ID}>
      <p className="usa-hint">Only government users can read these notes. The organization cannot.</p>
      {form && (
        <NoteForm
          key={total}
          action={actionOf("note")}
          idPrefix="note-"
          constraints={form.constraints}
          values={refused?.values}
          errors={refused?.errors}
        >
          <Mentions people={form.people} />
        </NoteForm>
      )}
      <NotePages
        list={list}
        hrefFor={(page) => `${hrefWith(query, { notesPage: String(page) })}#${NOTES_ID}`}
        empty={
          form
            ? "Write what your colleagues should know about this submission."
            : "People who take part in the review can add notes here."
        }
      />
    </Section>
  );
}

const optionsOf = (people: readonly Person[]) => people.map(({ id, name }) => ({ value: id, label: name }));

const MENTION_HINT = `Up to ${LIMITS.noteMentions} people. We notify the people that you mention.`;

/** A box for each person who takes part already, and a list of the others. */
function Mentions({ people: { involved, others } }: { people: People }) {
  // An error is about the field "mentions", so one of the controls must have its name.
  const hasBoxes = involved.length > 0;
  return (
    <>
      {hasBoxes && (
        <CheckboxGroup
          name="mentions"
          legend={REVIEW_NOTE_LABELS.mentions}
          hint={MENTION_HINT}
          options={optionsOf(involved)}
        />
      )}
      {others.length > 0 && (
        <SelectField
          name={hasBoxes ? "colleague" : "mentions"}
          label={REVIEW_NOTE_LABELS.colleague}
          hint={hasBoxes ? undefined : "We notify the person that you mention."}
          options={optionsOf(others)}
          emptyLabel={hasBoxes ? "- Nobody else -" : "- Nobody -"}
        />
      )}
    </>
  );
}
