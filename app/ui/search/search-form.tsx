import { Form } from "@remix-run/react";
import type { EntryType } from "#db/enumerations";
import { ENTRY_TYPE_LABELS } from "~/domain/search/rules";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraints } from "~/web/forms/form-state";
import { useResetForm } from "./search-box";
import { Suggestions } from "./suggestions";

type SearchFormProps = {
  constraints: FieldConstraints;
  /** The query of the address. */
  q: string;
  types: string[];
  /** The page that searches, and the types that it can find. */
  page: string;
  offered: readonly EntryType[];
  /** Whether the reader has recent searches. */
  remembers: boolean;
  faults?: FieldErrors;
};

/** The search page's form: the query and the types to search. */
export function SearchForm({ constraints, q, types, page, offered, remembers, faults }: SearchFormProps) {
  const options = offered.map((value) => ({ value, label: ENTRY_TYPE_LABELS[value] }));
  const form = useResetForm(JSON.stringify([q, types]));
  return (
    <Form
      ref={form}
      className="glip-search"
      method="get"
      action={page}
      role="search"
      aria-label="By words and types"
      noValidate
    >
      <FormKit constraints={constraints} values={{ q, types }} errors={faults}>
        <div className="glip-find">
          <TextField type="search" name="q" label="Search terms" />
          <button className="usa-button" type="submit">
            Search
          </button>
          <Suggestions inputId="q" remembers={remembers} />
        </div>
        <CheckboxGroup name="types" legend="Only these types" options={options} />
      </FormKit>
    </Form>
  );
}
