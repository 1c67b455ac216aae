import { useLocation } from "@remix-run/react";
import { describedBy, FieldDescription, formGroupClass, labelledBy } from "~/ui/kit/form/field-group";
import { useField } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { counted } from "~/values/format";
import { searchAction } from "./plan-address";

interface Choice {
  id: string;
  name: string;
  /** What tells it from others of the same name. */
  note?: string | undefined;
}

export interface Choices {
  chosen: readonly Choice[];
  offered: readonly Choice[];
  hasMore: boolean;
}

interface PickerProps {
  /** The name of the list. */
  name: string;
  /** The name of the search field. */
  find: string;
  labels: Record<string, string>;
  hint: string;
  findHint: string;
  /** The order of those on offer, after "These are the first 20". */
  order: string;
  /** The singular and plural of a choice. */
  noun: [one: string, many: string];
  choices: Choices;
  /** Whether the page returns from a search with the Enter key, which has no address to scroll to. */
  isByEnter: boolean;
}

/**
 * Picks records out of thousands, without scripts too. Checked ones come first. A search button sends the whole form, which
 * returns as it was typed. Until then, those on offer are behind one row, so that nobody has to pass each of them.
 */
export function Picker({ name, find, labels, hint, findHint, order, noun, choices, isByEnter }: PickerProps) {
  const { id, errors } = useField(name);
  const [lookedFor = ""] = useField(find).values;
  const { search } = useLocation();
  const { chosen, offered } = choices;
  const description = { id, label: labels[name], hint, errors };
  return (
    <div className={formGroupClass(errors)}>
      <fieldset className="usa-fieldset" id={id} tabIndex={-1} aria-describedby={describedBy(description)}>
        <legend className={errors.length > 0 ? "usa-label usa-label--error" : "usa-label"}>{labels[name]}</legend>
        <FieldDescription {...description} />
        {chosen.map((choice) => (
          <ChoiceBox key={choice.id} list={name} {...choice} isChosen />
        ))}
        <div className="glip-find">
          <TextField {...labelledBy(labels)(find)} type="search" autoFocus={isByEnter} hint={findHint} />
          <button
            className="usa-button usa-button--outline"
            type="submit"
            formAction={`${searchAction(search, "find")}#${name}`}
            formNoValidate
          >
            Find<span className="usa-sr-only"> {noun[1]}</span>
          </button>
        </div>
        <p role="status">{outcomeOf(lookedFor, choices, order, noun)}</p>
        {offered.length > 0 && (
          <details className="glip-disclosure" open={lookedFor !== ""} key={lookedFor}>
            <summary className="glip-disclosure__summary">
              {lookedFor === "" ? `Choose ${noun[1]} from a list` : `Matching ${noun[1]}`} ({offered.length})
            </summary>
            <div className="glip-picker">
              {offered.map((choice) => (
                <ChoiceBox key={choice.id} list={name} {...choice} />
              ))}
            </div>
          </details>
        )}
      </fieldset>
    </div>
  );
}

function outcomeOf(
  lookedFor: string,
  { chosen, offered: { length }, hasMore }: Choices,
  order: string,
  [one, many]: [string, string],
): string {
  if (lookedFor === "") return hasMore ? `These are the first ${length}${order}. Search to find others.` : "";
  if (hasMore) return `These are the first ${length} that match “${lookedFor}”. Enter more of the name to find others.`;
  if (length === 0) return `No ${chosen.length > 0 ? "other " : ""}${one} matches “${lookedFor}”.`;
  return `${counted(length, `${one} matches`, `${many} match`)} “${lookedFor}”.`;
}

function ChoiceBox({ list, id, name, isChosen, note }: Choice & { list: string; isChosen?: boolean }) {
  const inputId = `${list}-${id}`;
  return (
    <div className="usa-checkbox">
      <input
        className="usa-checkbox__input"
        id={inputId}
        name={list}
        type="checkbox"
        value={id}
        defaultChecked={isChosen}
      />
      <label className="usa-checkbox__label" htmlFor={inputId}>
        {name}
        {note && <span className="glip-muted"> ({note})</span>}
      </label>
    </div>
  );
}
