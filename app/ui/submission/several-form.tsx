import { Form } from "@remix-run/react";
import { useEffect, useState } from "react";
import { FieldDescription, formGroupClass } from "~/ui/kit/form/field-group";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit, useField } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { useHasScripts } from "~/ui/kit/has-scripts";
import { hrefWith, type Query } from "~/ui/kit/list/list-address";
import { formatCount } from "~/values/format";
import type { PresetTag } from "~/values/tags";
import type { FieldConstraints, FormState } from "~/web/forms/form-state";
import { NOBODY, OWNER_FIELD, SEVERAL } from "./several-outcome";

/** The labels of its fields. */
export const SEVERAL_LABELS = { ids: "Selection", governmentTags: "Government tags to add", ownerId: "Assign to" };

/** The id of the form, to which the checkboxes in the table belong. */
const FORM_ID = "several-submissions";

interface SeveralFormProps {
  query: Query;
  readerId: string;
  colleagues: readonly { value: string; label: string }[];
  presets: readonly PresetTag[];
  constraints: FieldConstraints;
  /** The form as it was refused. */
  refused: FormState | undefined;
}

/** What can be done to the selected submissions. Each button sends the same form. */
export function SeveralForm({ query, readerId, colleagues, presets, constraints, refused }: SeveralFormProps) {
  const owners = [{ value: readerId, label: "Me" }, { value: NOBODY, label: "Nobody" }, ...colleagues];
  return (
    <details className="glip-disclosure glip-several" open={refused !== undefined}>
      <summary className="glip-disclosure__summary">
        Act on several submissions
        <SelectedCount />
      </summary>
      <Form id={FORM_ID} method="post" action={hrefWith(query, { [SEVERAL]: "" })} noValidate preventScrollReset>
        <FormKit
          constraints={constraints}
          values={refused?.values ?? {}}
          errors={refused?.errors}
          asksBeforeLeaving={false}
        >
          <Selection />
          <div className="glip-several__actions">
            {/* The first button is the one that Enter presses in the field of tags. */}
            <div>
              <TagField
                name="governmentTags"
                label={SEVERAL_LABELS.governmentTags}
                hint="Separate tags with commas. Their other tags stay."
                presets={presets}
              />
              <SubmitButton name="action" value="tag" variant="outline" pendingText="Adding…">
                Add tags
              </SubmitButton>
            </div>
            <div>
              <SelectField name="ownerId" label={SEVERAL_LABELS.ownerId} options={owners} />
              <SubmitButton name="action" value="assign" variant="outline" pendingText="Assigning…">
                Assign
              </SubmitButton>
            </div>
            <div className="glip-cluster glip-cluster--top">
              <SubmitButton name="action" value="review" variant="outline" pendingText="Saving…">
                Mark selected reviewed
              </SubmitButton>
              <details className="glip-confirm">
                <summary className="usa-button usa-button--outline">Archive selected</summary>
                <div className="glip-confirm__body">
                  <p>
                    They will no longer appear in lists and search, but their organizations can still see them. You
                    cannot undo this.
                  </p>
                  <SubmitButton name="action" value="archive" variant="secondary" pendingText="Archiving…">
                    Archive selected submissions
                  </SubmitButton>
                </div>
              </details>
            </div>
          </div>
        </FormKit>
      </Form>
    </details>
  );
}

/** How to select, and what is wrong with the selection. */
function Selection() {
  const { id, errors } = useField("ids");
  return (
    <div className={formGroupClass(errors)}>
      <div id={id} tabIndex={-1}>
        <p>Select submissions in the table below, then press one of these buttons.</p>
        <FieldDescription id={id} errors={errors} />
      </div>
      <SelectAll />
    </div>
  );
}

const checkboxes = () => [...document.querySelectorAll<HTMLInputElement>(`input[form="${FORM_ID}"][name="ids"]`)];

/** How many rows of the page are selected, because the list may be longer than the screen. Only with scripts. */
function SelectedCount() {
  const [selected, setSelected] = useState(0);
  // Without dependencies, because another page of the list has other rows.
  useEffect(() => {
    const count = () => setSelected(checkboxes().filter(({ checked }) => checked).length);
    count();
    document.addEventListener("change", count);
    return () => document.removeEventListener("change", count);
  });
  return selected > 0 && ` (${formatCount(selected)} selected)`;
}

/** Selects every row of the page. Only with scripts. */
function SelectAll() {
  if (!useHasScripts()) return null;
  const select = (isSelected: boolean) => {
    for (const checkbox of checkboxes()) if (checkbox.checked !== isSelected) checkbox.click();
  };
  return (
    <div className="glip-cluster">
      <button type="button" className="usa-button usa-button--unstyled" onClick={() => select(true)}>
        Select all on this page
      </button>
      <button type="button" className="usa-button usa-button--unstyled" onClick={() => select(false)}>
        Select none
      </button>
    </div>
  );
}

interface SelectRowProps {
  submission: { id: string; title: string; ownerId: string | null };
  isSelected: boolean;
}

/** The checkbox of a row. It belongs to the form above the table, because the row has forms of its own. */
export function SelectRow({ submission: { id, title, ownerId }, isSelected }: SelectRowProps) {
  const inputId = `select-${id}`;
  return (
    <div className="usa-checkbox glip-select-row">
      <input type="hidden" form={FORM_ID} name={`${OWNER_FIELD}${id}`} value={ownerId ?? ""} />
      <input
        className="usa-checkbox__input"
        id={inputId}
        type="checkbox"
        name="ids"
        value={id}
        form={FORM_ID}
        defaultChecked={isSelected}
      />
      <label className="usa-checkbox__label" htmlFor={inputId}>
        <span className="usa-sr-only">Select: {title}</span>
      </label>
    </div>
  );
}
