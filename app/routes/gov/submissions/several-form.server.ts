import { data } from "@remix-run/node";
import { actOnSubmissions } from "~/domain/review/act-on-several.server";
import { governmentTagsSchema, severalSchema } from "~/domain/review/schema";
import { parse } from "~/operations/input.server";
import { NOBODY, OWNER_FIELD, SEVERAL, type SeveralOutcome } from "~/ui/submission/several-outcome";
import { constraintsOf } from "~/web/forms/constraints.server";
import type { FormState } from "~/web/forms/form-state";
import { submitForm } from "~/web/forms/submit-form.server";
import type { RouteArguments } from "~/web/transport/request-context.server";

const { governmentTags: tagsToAdd } = constraintsOf(governmentTagsSchema.pick({ governmentTags: true }));

/** Only one of the buttons requires tags. */
export const SEVERAL_CONSTRAINTS = { governmentTags: { ...tagsToAdd, required: false } };

/** Only the fields of the button that was pressed. All actions share one form. */
function toInput(fields: Record<string, unknown>): Record<string, unknown> {
  const { action, ids, ownerId, presentOwnerId, governmentTags } = fields;
  const isAssigned = action === "assign" && ownerId !== "" && ownerId !== undefined;
  // A checked row sends the owner that its reader saw, so that nobody overwrites what they did not see.
  const selected = new Set(Array.isArray(ids) ? ids : [ids]);
  const presentOwners = Object.entries(fields)
    .filter(([name]) => name.startsWith(OWNER_FIELD) && selected.has(name.slice(OWNER_FIELD.length)))
    .map(([name, seen]) => ({ id: name.slice(OWNER_FIELD.length), ownerId: seen === "" ? null : seen }));
  const isTagged = action === "tag" || action === "untag";
  return {
    action,
    ids,
    ...(isAssigned && { ownerId: ownerId === NOBODY ? null : ownerId }),
    ...(isAssigned && presentOwnerId !== undefined && { presentOwnerId }),
    ...(isAssigned && presentOwners.length > 0 && { presentOwners }),
    ...(isTagged && { governmentTags }),
  };
}

/**
 * Handles the form for the selected submissions. The page that follows shows what was done: the list of refusals is too long
 * for a notice after a redirect. Loading that page again sends the form again, which then changes nothing.
 */
export async function actOnSelected(args: RouteArguments) {
  let sent: ReturnType<typeof toInput> = {};
  const outcome = await submitForm(args, actOnSubmissions, {
    form: SEVERAL,
    once: true,
    lists: ["ids"],
    toInput(fields) {
      sent = toInput(fields);
      return sent;
    },
  });
  if (!outcome.ok) return outcome.refused;
  const { results } = outcome.result;
  const { action, ownerId, governmentTags } = parse(severalSchema, sent);
  const done = results.filter(({ status }) => status === "done");
  const several: SeveralOutcome = {
    action,
    ownerId: ownerId ?? null,
    governmentTags: governmentTags ?? "",
    done: done.length,
    unnoticed: done.filter(({ isUnnoticed }) => isUnnoticed).map(({ id }) => id),
    refused: results
      .filter(({ status }) => status === "refused")
      .map(({ id, title, error }) => ({ id, title, reason: error ?? "" })),
  };
  return data<FormState & { several: SeveralOutcome }>({ values: {}, several });
}
