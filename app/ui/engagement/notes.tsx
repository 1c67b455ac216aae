import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Paged } from "~/lists/paging";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextArea } from "~/ui/kit/form/text-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { FirstOf } from "~/ui/kit/list/first-of";
import { Pagination } from "~/ui/kit/list/pagination";
import { PastLastPage } from "~/ui/kit/page/empty-state";
import type { FieldErrors } from "~/values/errors";
import { formatList } from "~/values/format";
import type { FormattedText as Formatted } from "~/values/formatted-text/nodes";
import type { FieldConstraints } from "~/web/forms/form-state";

interface Note {
  id: string;
  body: Formatted;
  createdAt: string;
  author: { name: string };
  /** The colleagues that it mentions. */
  mentions?: readonly { id: string; name: string }[];
}

/** Notes, in the given order. */
function NoteList({ notes }: { notes: readonly Note[] }) {
  return (
    <ol className="glip-notes">
      {notes.map(({ id, body, createdAt, author, mentions = [] }) => (
        <li key={id} className="glip-note">
          <p className="glip-note__origin">
            <strong>{author.name}</strong>, <DateTime value={createdAt} />
          </p>
          <FormattedText text={body} heading={3} />
          {mentions.length > 0 && <p className="usa-hint">Mentions {formatList(mentions.map(({ name }) => name))}</p>}
        </li>
      ))}
    </ol>
  );
}

/** How many notes a page shows at first. */
const SHOWN = 4;

interface NotePagesProps {
  /** One page of notes. */
  list: Paged<Note>;
  hrefFor: (page: number) => string;
  /** What to say if there are none, on a page that shows an empty list. */
  empty?: ReactNode;
}

/** A list of notes with links to its other pages. */
export function NotePages({ list, hrefFor, empty }: NotePagesProps) {
  const { items, total } = list;
  return (
    <>
      {items.length > 0 ? (
        <FirstOf items={items} most={SHOWN}>
          {(some) => <NoteList notes={some} />}
        </FirstOf>
      ) : total > 0 ? (
        <PastLastPage what="The notes have" firstPage={hrefFor(1)} />
      ) : (
        <p className="glip-muted">No notes yet. {empty}</p>
      )}
      {total > list.pageSize && <Pagination {...list} hrefFor={hrefFor} />}
    </>
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
  /** More fields. */
  children?: ReactNode;
  /** On a page with other forms that have a field of one name. */
  idPrefix?: string;
}

/**
 * The form that adds a note. Change its key after a note is added. Otherwise the browser would keep the text in the
 * form.
 */
export function NoteForm({ action, constraints, values = {}, errors, notice, children, idPrefix }: NoteFormProps) {
  return (
    <Form method="post" action={action} noValidate className="usa-form usa-form--large glip-form">
      <FormKit constraints={constraints} values={values} errors={errors} idPrefix={idPrefix}>
        <TextArea name="body" label={NOTE_LABELS.body} rows={2} isFormatted />
        {children}
        <div className="glip-cluster">
          <SubmitButton pendingText="Adding…">Add note</SubmitButton>
          {notice && <span>{notice}</span>}
        </div>
      </FormKit>
    </Form>
  );
}
