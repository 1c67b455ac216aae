import { Form, useLocation } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { FormKit } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { SingleTagField } from "~/ui/kit/form/tag-field";
import { TextField } from "~/ui/kit/form/text-field";
import { Icon } from "~/ui/kit/icon";
import { Alert } from "~/ui/kit/page/alert";
import { isFocusLost, useOnOtherAddress } from "./address-change";
import { type Filter, hasNothing } from "./filters";
import type { Part, RequestedList } from "./list-address";
import { orderWords } from "./sort-order";

/** Warns that we left out part of the address. */
export function UnreadableFilterAlert() {
  return <Alert kind="warning">We did not understand part of this address and left it out.</Alert>;
}

const FORM_ID = "filters";
// React passes these attributes on, but its types do not know them yet.
const OPENS_FORM: object = { popovertarget: FORM_ID };
const CLOSES_FORM: object = { ...OPENS_FORM, popovertargetaction: "hide" };
const IS_PANEL: object = { popover: "auto" };

/** Opens the filters on a phone, and says how many are set. */
export function FilterButton({ on }: { on: number }) {
  return (
    <button type="button" className="usa-button usa-button--outline glip-filters__open" {...OPENS_FORM}>
      <Icon name="filter_list" />
      Filter and sort{on > 0 && ` (${on})`}
    </button>
  );
}

type FilterFormProps = {
  requested: RequestedList;
  filters: readonly Filter[];
  /** What the page shows of the list. With it, the form is left out if there is nothing to filter. */
  list?: Part;
  /** The page's own fields, for filters with `isApart`, with their names. */
  children?: { names: readonly string[]; fields: ReactNode };
};

/**
 * The filters and order of a list. They are in the address, so people can bookmark or share a filtered list. Other
 * parameters stay, except the page: a new filter starts on the first page. On a phone they are a panel that the
 * button in the list's summary opens, without a script.
 */
export function FilterForm({ requested, filters, list, children }: FilterFormProps) {
  const { query, faults, choices } = requested;
  const fields = filters.filter(({ isApart }) => !isApart);
  const inForm = [...fields.map(({ name }) => name), ...(children?.names ?? []), "sort"];
  const others = Object.entries(query).filter(
    ([name]) => !(inForm.includes(name) || name === "page" || faults?.[name]),
  );
  const orders = choices.sorts.filter((sort) => sort !== choices.defaultSort);
  const address = JSON.stringify(query);
  const { pathname } = useLocation();
  const sentFrom = useRef<string | undefined>(undefined);
  // React replaces the form, and with it the field in which Enter was pressed.
  useOnOtherAddress(query, () => {
    if (sentFrom.current && isFocusLost()) document.getElementById(sentFrom.current)?.focus({ preventScroll: true });
    sentFrom.current = undefined;
  });
  if (list && hasNothing(requested, filters, list)) return null;
  return (
    <>
      {faults && <UnreadableFilterAlert />}
      <Form
        id={FORM_ID}
        {...IS_PANEL}
        method="get"
        action={pathname}
        className="glip-filters"
        aria-label="Filters"
        preventScrollReset
        onSubmit={({ currentTarget }) => {
          sentFrom.current = document.activeElement?.id;
          if (currentTarget.matches(":popover-open")) currentTarget.hidePopover();
        }}
      >
        <button type="button" className="glip-filters__close" {...CLOSES_FORM}>
          <Icon name="close" label="Close" className="usa-icon--size-3" />
        </button>
        {/* For a new address, new fields with its values. */}
        <FormKit constraints={{}} values={query} errors={faults} key={address}>
          {others.map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          {fields.map((field) => (
            <FilterField key={field.name} {...field} />
          ))}
          {children?.fields}
          {orders.length > 0 && (
            <SelectField
              name="sort"
              label="Sort by"
              options={orders.map((value) => ({ value, label: orderWords(value) }))}
              emptyLabel={orderWords(choices.defaultSort)}
            />
          )}
        </FormKit>
        <button className="usa-button" type="submit">
          Filter
        </button>
      </Form>
    </>
  );
}

function FilterField({ name, label, options, emptyLabel = "Any", type, presets }: Filter) {
  if (options) return <SelectField name={name} label={label} options={options} emptyLabel={emptyLabel} />;
  if (presets) return <SingleTagField name={name} label={label} presets={presets} />;
  return <TextField name={name} label={label} type={type} spellCheck={false} />;
}
