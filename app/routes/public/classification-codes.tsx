import type { LoaderFunctionArgs } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { searchCodes } from "~/domain/classification-code/queries.server";
import { codesPageSchema, findCodesSchema } from "~/domain/classification-code/schema";
import { FormKit } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextField } from "~/ui/kit/form/text-field";
import { UnreadableFilterAlert } from "~/ui/kit/list/filter-form";
import { PairTable } from "~/ui/kit/list/pair-table";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { useResetForm } from "~/ui/search/search-box";
import { CODE_SYSTEMS } from "~/values/classification-codes";
import { counted } from "~/values/format";
import { LIMITS } from "~/values/limits";
import { constraintsOf } from "~/web/forms/constraints.server";
import { page, refuse, requestedList } from "~/web/pages/page.server";

const TITLE = "NAICS and PSC codes";

export const meta = titleOf(TITLE);

const NAMES = {
  NAICS: "NAICS (industries)",
  PSC: "PSC (products and services)",
} as const;

const NOT_FOUND = 404;

/** Codes by name, for those whose browser runs no scripts. The forms find them in place. */
export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "public");
  const systems = CODE_SYSTEMS.filter((system) => services.codeTables[system]);
  const [first] = systems;
  if (!first) return refuse(args, NOT_FOUND);
  const { query, faults, filter } = requestedList(args.request, { input: codesPageSchema });
  const { q = "" } = filter;
  const system = systems.find((one) => one === filter.system) ?? first;
  const limit = String(LIMITS.foundCodes.max);
  return {
    systems,
    values: { q: query.q ?? "", system },
    faults,
    constraints: { q: { maxLength: constraintsOf(findCodesSchema).q?.maxLength } },
    found: q.trim() === "" ? null : await read(searchCodes, { system, q, limit }),
  };
}

export default function ClassificationCodes() {
  const { systems, values, faults, constraints, found } = useLoaderData<typeof loader>();
  const form = useResetForm(JSON.stringify(values));
  return (
    <>
      <PageHeader title={TITLE} lede="Find a code by its name or its first digits, and copy it into your form." />
      {faults && <UnreadableFilterAlert />}
      <Form method="get" noValidate ref={form}>
        <FormKit constraints={constraints} values={values} errors={faults} asksBeforeLeaving={false}>
          <div className="glip-find">
            <SelectField
              name="system"
              label="Codes"
              emptyLabel={null}
              options={systems.map((system) => ({ value: system, label: NAMES[system] }))}
            />
            <TextField type="search" name="q" label="Words of the name, or the start of the code" />
            <button className="usa-button" type="submit">
              Find
            </button>
          </div>
        </FormKit>
      </Form>
      <div role="status" className="usa-sr-only">
        {found && outcomeOf(found)}
      </div>
      {found &&
        (found.total > 0 ? (
          <PairTable
            caption={`${found.system} ${found.year}: ${outcomeOf(found)}`}
            columns={["Code", "Title"]}
            rows={found.codes.map(({ code, title }) => ({ key: code, name: code, meaning: title }))}
          />
        ) : (
          <EmptyState title="No codes found">
            <p>Try fewer words, or only the start of a word.</p>
          </EmptyState>
        ))}
    </>
  );
}

const outcomeOf = ({ total, codes }: { total: number; codes: readonly unknown[] }) =>
  codes.length < total
    ? `the first ${codes.length} of ${counted(total, "code")}. Add a word to see fewer.`
    : counted(total, "code");
