import type * as z from "zod";
import type { SubmissionStatus } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { parse } from "~/operations/input.server";
import { defineOperation, type WriteContext } from "~/operations/operation.server";
import { writeEach } from "~/operations/write-each.server";
import { DomainError } from "~/values/errors";
import { tagsOf } from "~/values/tags";
import { changeStatus } from "../submission/change-status.server";
import type { ResultOfSeveral } from "./responses";
import { governmentTagsSchema, severalSchema } from "./schema";
import { changeOwner } from "./set-owner.server";
import { changeTags } from "./set-tags.server";

const EVENTS = [
  "submission_owner_changed",
  "submission_tags_changed",
  "submission_routed",
  "submission_routing_failed",
  "submission_reviewed",
  "submission_archived",
] as const;

type Context = WriteContext<"gov write", (typeof EVENTS)[number]>;
type Asked = z.output<typeof severalSchema>;

/**
 * Does the same to several submissions, each by the rules of the operation on one, in a transaction of its own. One that is
 * refused does not stop the others. If the request is interrupted, what was done stays.
 */
export const actOnSubmissions = defineOperation({
  gate: "gov write",
  input: severalSchema,
  events: EVENTS,

  async prepare(context, asked): Promise<ResultOfSeveral[]> {
    const { ids } = asked;
    const results = await writeEach(context, "gov write", ids, (present: Context, id) => actOn(present, id, asked));
    const titles = titlesOf(context.db, ids);
    return ids.map((id, index) => ({ id, title: titles.get(id) ?? null, ...inWords(results[index]) }));
  },

  run: (_context, _asked, results) => ({ results }),
});

interface Present {
  ownerId: string | null;
  governmentTags: string;
  status: SubmissionStatus;
}

const SELECT_PRESENT = `
  SELECT owner_id AS ownerId, government_tags AS governmentTags, status FROM submission WHERE id = ?`;

/** @returns whether it changed, nobody was notified and its status stayed, so that it can be taken back */
function actOn(
  context: Context,
  id: string,
  { action, ownerId = null, presentOwnerId, presentOwners = [], governmentTags }: Asked,
): boolean {
  const { db, actor } = context;
  const before = statement<Present>(db, SELECT_PRESENT).get(id);
  switch (action) {
    case "assign": {
      const seen = presentOwners.find((row) => row.id === id);
      changeOwner(context, { id, ownerId, presentOwnerId: seen ? seen.ownerId : presentOwnerId });
      const isOwn = [before?.ownerId, ownerId].every((owner) => owner === null || owner === actor.id);
      // Taking an unrouted submission routes it. Giving it back would leave it routed.
      return isOwn && before?.ownerId !== ownerId && before?.status !== "SUBMITTED";
    }
    case "tag":
    case "untag": {
      const present = tagsOf(before?.governmentTags ?? "");
      const given = tagsOf(governmentTags ?? "");
      const others = present.filter((tag) => !given.includes(tag));
      const wanted = action === "tag" ? [...present, ...given] : others;
      const { added } = changeTags(context, parse(governmentTagsSchema, { id, governmentTags: wanted.join(",") }));
      return action === "tag" && added === 0 && others.length === present.length;
    }
    case "review":
      changeStatus(context, { id, status: "REVIEWED" });
      return false;
    case "archive":
      changeStatus(context, { id, status: "ARCHIVED" });
      return false;
  }
}

function inWords(result: boolean | DomainError | undefined): Omit<ResultOfSeveral, "id" | "title"> {
  if (!(result instanceof DomainError)) {
    return { status: "done", code: null, error: null, isUnnoticed: result ?? false };
  }
  const [first] = Object.values(result.fields ?? {}).flat();
  return { status: "refused", code: result.code, error: first?.message ?? result.message, isUnnoticed: false };
}

const SELECT_TITLES = `
  SELECT submission.id, submission.title FROM json_each(?) AS given
  CROSS JOIN submission ON submission.id = given.value`;

function titlesOf(db: Database, ids: readonly string[]): Map<string, string> {
  const rows = statement<{ id: string; title: string }>(db, SELECT_TITLES).all(JSON.stringify(ids));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
