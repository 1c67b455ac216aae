import { data } from "@remix-run/node";
import type { createEngagement } from "../domain/engagement/create.server";
import type { updateEngagement } from "../domain/engagement/update.server";
import { organizationChoices } from "../domain/organization/queries.server";
import { type FormState, readTyped, submitForm } from "./form.server";
import { type Page, page, redirectWithNotice } from "./page.server";
import type { RouteArguments } from "./request-context.server";

const LISTS = ["organizationIds"];

/** The organizations that an engagement's form shows: those that are ticked, and those that fit what is looked for. */
export function participantChoices({ read }: Pick<Page<"engagement write">, "read">, values: FormState["values"]) {
  const [q] = [values.findOrganization ?? ""].flat();
  return read(organizationChoices, { chosenIds: [values.organizationIds ?? []].flat(), q });
}

/**
 * Answers the form of an engagement: saves it and shows the record, or comes back with what was typed, either because
 * it was refused or because organizations were to be found (`?find`).
 */
export async function answerEngagementForm(
  args: RouteArguments,
  operation: typeof createEngagement | typeof updateEngagement,
  text: string,
) {
  const reader = await page(args, operation.gate);
  const shown = async (state: FormState) => ({ ...state, choices: await participantChoices(reader, state.values) });
  if (new URL(args.request.url).searchParams.has("find")) {
    return data(await shown(await readTyped(args, { lists: LISTS })));
  }
  const { id } = args.params;
  const outcome = await submitForm(args, operation, {
    lists: LISTS,
    extra: { ...args.params },
    once: id === undefined,
    edits: id === undefined ? undefined : { table: "engagement", id },
  });
  if (!outcome.ok) return data(await shown(outcome.refused.data), outcome.refused.init ?? undefined);
  return redirectWithNotice(args, `/gov/engagements/${outcome.result.id}`, text);
}
