import type * as z from "zod";
import { chooseColumns } from "~/domain/shown-columns/choose.server";
import { COLUMN_LISTS, type ColumnList, columnsText } from "~/domain/shown-columns/lists";
import { columnsOf } from "~/domain/shown-columns/schema";
import type { AnyQuery } from "~/operations/operation.server";
import { CHOOSE_COLUMNS, USUAL_COLUMNS } from "~/values/form-words";
import { requestedList } from "~/web/pages/page.server";
import type { RouteArguments } from "~/web/transport/request-context.server";
import { pageForm } from "./page-forms.server";

const made = new Map<ColumnList, { input: z.ZodObject; schema: ReturnType<typeof withColumns> }>();

const withColumns = (input: z.ZodObject, list: ColumnList) => input.extend({ columns: columnsOf(list).optional() });

/** The input of a list with its columns. Made once, because making a schema takes longer than parsing with it. */
function inputWithColumns(input: z.ZodObject, list: ColumnList) {
  const found = made.get(list);
  if (found?.input === input) return found.schema;
  const schema = withColumns(input, list);
  made.set(list, { input, schema });
  return schema;
}

/** Reads the query of a list's page as `requestedList` does, and the columns in it, which are no filter. */
export function requestedTable(request: Request, { input }: Pick<AnyQuery, "input">, list: ColumnList) {
  const schema = inputWithColumns(input, list);
  const { filter, ...requested } = requestedList(request, { input: schema }, ["columns"]);
  const { columns, ...filters } = filter;
  return { ...requested, filter: filters, columns: schema.shape.columns.parse(columns) };
}

/** The form with which people choose a list's columns. They are in the address of the page that follows. */
export function columnsForms({ request }: RouteArguments, list: ColumnList) {
  const { pathname, searchParams } = new URL(request.url);
  const form = pageForm(
    chooseColumns,
    ({ columns }) => {
      searchParams.delete(CHOOSE_COLUMNS);
      searchParams.set("columns", columns);
      return { to: `${pathname}?${searchParams}` };
    },
    {
      extra: { list },
      lists: ["columns"],
      toInput: ({ [USUAL_COLUMNS]: usual, columns }) => ({
        columns: columnsText(usual === undefined ? [columns].flat().map(String) : COLUMN_LISTS[list].usual),
      }),
    },
  );
  return { [CHOOSE_COLUMNS]: form };
}
