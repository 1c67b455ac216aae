import { Form } from "@remix-run/react";
import { useRef } from "react";
import { useClosingMenu } from "~/ui/kit/disclosure";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { Icon } from "~/ui/kit/icon";
import { CHOOSE_COLUMNS, USUAL_COLUMNS } from "~/values/form-words";
import type { FormState } from "~/web/forms/form-state";
import { ACTIONS, type Column } from "./data-table";
import { hrefWith, type RequestedList } from "./list-address";

/** Which of a list's columns are shown, besides the first. */
export interface ShownColumns {
  shown: readonly string[];
  /** Those that are shown to people who chose none. */
  usual: readonly string[];
}

/** The first column, those that are shown, and the actions. On a phone, only the usual ones fit into a row's card. */
export function chosenColumns<Row>(columns: readonly Column<Row>[], { shown, usual }: ShownColumns): Column<Row>[] {
  return columns
    .filter(({ key }, index) => index === 0 || key === ACTIONS || shown.includes(key))
    .map((column, index) => ({
      ...column,
      isForWideScreens: index > 0 && column.key !== ACTIONS && !usual.includes(column.key),
    }));
}

/** The columns of a table that has one for each key. */
export function columnsOf<Row, Key extends string>(columns: Record<Key, Omit<Column<Row>, "key">>): Column<Row>[] {
  return Object.entries<Omit<Column<Row>, "key">>(columns).map(([key, column]) => ({ key, ...column }));
}

/** Those of a row's values whose columns are shown, so that loaders send no more. */
export function valuesOfColumns<Values extends object>(values: Values, { shown }: ShownColumns): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => shown.includes(name))) as Partial<Values>;
}

const ROOMY = 6;

/** How many tags a row has room for: as many as usual, or one beside many columns. */
export const tagsWithin = ({ shown }: ShownColumns, usual: number) => (shown.length > ROOMY ? 1 : usual);

interface ColumnMenuProps {
  requested: RequestedList;
  columns: readonly Pick<Column<never>, "key" | "header">[];
  choice: ShownColumns;
  /** What the page's action returned. */
  state: FormState | undefined;
}

/** Lets people choose the columns of a list. It opens and works without scripts. */
export function ColumnMenu({ requested: { query }, columns, choice, state }: ColumnMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosingMenu(menu);
  const refused = state?.form === CHOOSE_COLUMNS ? state : undefined;
  const options = columns.slice(1).filter((column) => column.key !== ACTIONS);
  return (
    <details className="glip-menu glip-column-menu" ref={menu} open={refused !== undefined}>
      <summary className="glip-menu__open">
        Columns
        <Icon name="expand_more" />
      </summary>
      <div className="glip-menu__body">
        <Form
          method="post"
          action={hrefWith(query, { columns: undefined, [CHOOSE_COLUMNS]: "" })}
          noValidate
          preventScrollReset
          key={choice.shown.join()}
          // The menu closes with the button that has the focus.
          onSubmit={() => menu.current?.querySelector("summary")?.focus()}
        >
          <FormKit
            constraints={{}}
            values={{ columns: [...choice.shown] }}
            errors={refused?.errors}
            asksBeforeLeaving={false}
          >
            <CheckboxGroup
              name="columns"
              legend={`Besides the ${(columns[0]?.header ?? "").toLowerCase()}, show`}
              options={options.map((column) => ({ value: column.key, label: column.header }))}
            />
            <div className="glip-cluster">
              <SubmitButton pendingText="Saving…">Show these</SubmitButton>
              <SubmitButton name={USUAL_COLUMNS} value="true" variant="unstyled" pendingText="Saving…">
                Reset
              </SubmitButton>
            </div>
          </FormKit>
        </Form>
      </div>
    </details>
  );
}
