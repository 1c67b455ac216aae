import { data } from "@remix-run/node";
import type { createEngagement } from "~/domain/engagement/create.server";
import type { updateEngagement } from "~/domain/engagement/update.server";
import { organizationChoices } from "~/domain/organization/queries.server";
import type { FieldError, FieldErrors } from "~/values/errors";
import type { FormState } from "~/web/forms/form-state";
import { readFormState, submitForm } from "~/web/forms/submit-form.server";
import { type Page, page, redirectWithNotice } from "~/web/pages/page.server";
import type { RouteArguments } from "~/web/transport/request-context.server";

const LISTS = ["organizationIds"];

/** The organizations that an engagement's form shows: the checked ones and those that match the search. */
export function participantChoices({ read }: Pick<Page<"engagement write">, "read">, values: FormState["values"]) {
  const [q] = [values.findOrganization ?? ""].flat();
  return read(organizationChoices, { chosenIds: [values.organizationIds ?? []].flat(), q });
}

/** The search field for organizations, which the API does not have. */
const FIND = "findOrganization";
const NOT_CHOSEN: FieldError = {
  code: "invalid",
  message: "Choose one of the organizations found, or clear this field",
};

/**
 * Handles the form of an engagement. It saves the form and shows the record, or returns it as typed. It returns the
 * form if the server refused it, or to search for organizations: with the search button (`?find`), or with the Enter
 * key (`?enter`) while a name is typed. No typed name is lost: the form is saved only if one of the chosen
 * organizations matches the name.
 */
export async function handleEngagementForm(
  args: RouteArguments,
  operation: typeof createEngagement | typeof updateEngagement,
  text: string,
) {
  const reader = await page(args, operation.gate);
  const shown = async (state: FormState) => ({ ...state, choices: await participantChoices(reader, state.values) });
  const { searchParams } = new URL(args.request.url);
  const isEnter = searchParams.has("enter");
  const findFaults = async (values: Record<string, unknown>): Promise<FieldErrors> => {
    const [typed] = [values[FIND] ?? ""].flat();
    if (typeof typed !== "string" || typed.trim() === "") return {};
    const { isChosen } = await participantChoices(reader, values as FormState["values"]);
    return isEnter || !isChosen ? { [FIND]: [NOT_CHOSEN] } : {};
  };
  if (searchParams.has("find")) {
    return data(await shown(await readFormState(args, { lists: LISTS })));
  }
  const { id } = args.params;
  const outcome = await submitForm(args, operation, {
    lists: LISTS,
    extra: { ...args.params },
    findFaults,
    once: id === undefined,
    edits: id === undefined ? undefined : { table: "engagement", id },
  });
  if (!outcome.ok) {
    const { data: state, init } = outcome.refused;
    // The Enter key only searches for organizations, so no errors are shown yet.
    const { values, readAt, errors } = state;
    if (!isEnter || !errors?.[FIND]) return data(await shown(state), init ?? undefined);
    const { choices, ...found } = await shown({ values, readAt });
    return data({ ...found, choices: { ...choices, isByEnter: true } });
  }
  return redirectWithNotice(args, `/gov/engagements/${outcome.result.id}`, text);
}
