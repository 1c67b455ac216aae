import { data } from "@remix-run/node";
import { attendeeChoices } from "~/domain/engagement/attendees.server";
import type { createEngagement } from "~/domain/engagement/create.server";
import type { updateEngagement } from "~/domain/engagement/update.server";
import { organizationChoices } from "~/domain/organization/queries.server";
import type { FieldError, FieldErrors } from "~/values/errors";
import type { FormState } from "~/web/forms/form-state";
import { readFormState, submitForm } from "~/web/forms/submit-form.server";
import { type Page, page, redirectWithNotice } from "~/web/pages/page.server";
import type { RouteArguments } from "~/web/transport/request-context.server";

const LISTS = ["organizationIds", "attendeeIds"];

/** The search fields, which the API does not have. */
const FINDS = ["findOrganization", "findAttendee"] as const;
const FOUND = { findOrganization: "organizations", findAttendee: "people" } as const;

const wordOf = (value: string | string[] | undefined) => [value ?? ""].flat()[0] ?? "";

/** The people and organizations that an engagement's form shows: the checked ones and those that match the searches. */
export async function participantChoices(
  { read }: Pick<Page<"engagement write">, "read">,
  { organizationIds = [], attendeeIds = [], findOrganization, findAttendee }: FormState["values"],
) {
  const organizations = { chosenIds: [organizationIds].flat(), q: wordOf(findOrganization) };
  const attendees = { chosenIds: [attendeeIds].flat(), q: wordOf(findAttendee) };
  const people = await read(attendeeChoices, attendees);
  const noted = ({ id, name, command }: (typeof people.chosen)[number]) => ({ id, name, note: command ?? undefined });
  return {
    organizations: await read(organizationChoices, organizations),
    attendees: { ...people, chosen: people.chosen.map(noted), offered: people.offered.map(noted) },
  };
}

const notChosen = (find: (typeof FINDS)[number]): FieldError => ({
  code: "invalid",
  message: `Choose one of the ${FOUND[find]} found, or clear this field`,
});

/**
 * Handles the form of an engagement. It saves the form and shows the record, or returns it as typed. It returns the
 * form if the server refused it, or to search for organizations or people: with a search button (`?find`), or with the
 * Enter key (`?enter`) while a name is typed. No typed name is lost: the form is saved only if one of the chosen ones
 * matches the name.
 */
export async function handleEngagementForm(
  args: RouteArguments,
  operation: typeof createEngagement | typeof updateEngagement,
  text: string,
) {
  const reader = await page(args, operation.gate);
  const shown = async (state: FormState) => ({
    ...state,
    choices: { ...(await participantChoices(reader, state.values)), byEnter: undefined as string | undefined },
  });
  const { searchParams } = new URL(args.request.url);
  const isEnter = searchParams.has("enter");
  const findFaults = async (sent: Record<string, unknown>): Promise<FieldErrors> => {
    const values = sent as FormState["values"];
    const typed = FINDS.filter((find) => wordOf(values[find]).trim() !== "");
    if (typed.length === 0) return {};
    const { organizations, attendees } = await participantChoices(reader, values);
    const isChosen = { findOrganization: organizations.isChosen, findAttendee: attendees.isChosen };
    const open = typed.filter((find) => isEnter || !isChosen[find]);
    return Object.fromEntries(open.map((find) => [find, [notChosen(find)]]));
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
    edits: id === undefined ? undefined : { kind: "engagement", id },
  });
  if (!outcome.ok) {
    const { data: state, init } = outcome.refused;
    // The Enter key only searches, so no errors are shown yet.
    const { values, readAt, errors } = state;
    const byEnter = isEnter ? FINDS.find((find) => errors?.[find]) : undefined;
    if (!byEnter) return data(await shown(state), init ?? undefined);
    const { choices, ...found } = await shown({ values, readAt });
    return data({ ...found, choices: { ...choices, byEnter } });
  }
  return redirectWithNotice(args, `/gov/engagements/${outcome.result.id}`, text);
}
