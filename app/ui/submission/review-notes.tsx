import type { Paged } from "~/lists/paging";
import { NOTE_LABELS, NoteForm, NotePages } from "~/ui/engagement/notes";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { SelectField } from "~/ui/kit/form/select-field";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Section } from "~/ui/kit/page/section";
import { ReviewForm } from "~/ui/review/review-form";
import type { FieldErrors } from "~/values/errors";
import type { FormattedText } from "~/values/formatted-text/nodes";
import { LIMITS } from "~/values/limits";
import type { FieldConstraints } from "~/web/forms/form-state";
import { GovernmentOnly } from "./government-only";

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
}

/** The ID of the heading, for links to other pages of notes. */
const NOTES_ID = "notes";

export const REVIEW_NOTE_LABELS = { ...NOTE_LABELS, mentions: "Mention", colleague: "Mention a colleague" };

/** Government's internal notes on a submission, which its organization never sees. */
export function ReviewNotes({ list, query }: ReviewNotesProps) {
  return (
    <Section title={`Internal notes (${list.total})`} id={NOTES_ID} actions={<GovernmentOnly />}>
      {list.total === 0 ? (
        <p className="glip-muted">No notes yet.</p>
      ) : (
        <NotePages list={list} hrefFor={(page) => `${hrefWith(query, { notesPage: String(page) })}#${NOTES_ID}`} />
      )}
    </Section>
  );
}

interface ReviewNoteFormProps {
  people: People;
  constraints: FieldConstraints;
  refused: { values: FieldValues; errors?: FieldErrors } | undefined;
}

/** The form for a note. Change its key after a note is added. */
export function ReviewNoteForm({ people, constraints, refused }: ReviewNoteFormProps) {
  const actionOf = useNamedAction();
  return (
    <ReviewForm label="Add an internal note" isOpen={refused !== undefined}>
      <NoteForm
        action={actionOf("note")}
        idPrefix="note-"
        constraints={constraints}
        values={refused?.values}
        errors={refused?.errors}
      >
        <Mentions people={people} />
      </NoteForm>
    </ReviewForm>
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
