import { not, or, sql } from "drizzle-orm";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { call } from "#db/schema";
import { hasTag } from "~/lists/listing.server";
import { pageOf, paging } from "~/lists/paging";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { tagsAmong, tagsOf } from "~/values/tags";
import { organizationOf } from "../../policy/policy";
import { findOrganization } from "../organization/queries.server";
import { browsedCall, readOpenCalls } from "./queries.server";

const SELECT_ANSWERED = `
  SELECT DISTINCT call_id FROM submission
  WHERE organization_id = ? AND call_id IN (SELECT value FROM json_each(?))`;

/** Those of the calls to which the organization sent a submission. */
function answeredAmong(db: Database, organizationId: string, ids: readonly string[]): Set<string> {
  const rows = statement<{ call_id: string }>(db, SELECT_ANSWERED).all(organizationId, JSON.stringify(ids));
  return new Set(rows.map(({ call_id }) => call_id));
}

/**
 * The open calls for the caller's organization, by deadline: first those with one of its tags, compared as whole tags
 * like in routing (`tagsAmong`), each with these tags and whether the organization answered it; then the others.
 */
export const openCallsByOwnTags = defineQuery({
  gate: "industry",
  input: z.object(paging(LIMITS.listPageSize)),
  run({ db, actor, now }, size) {
    const organizationId = organizationOf(actor);
    const ownTags = tagsOf(findOrganization(db, organizationId).techTags);
    const bearsOne = or(...ownTags.map((tag) => hasTag(call.techTags, tag))) ?? sql`false`;
    const matching = readOpenCalls(db, now, size, { fits: bearsOne });
    const answered = answeredAmong(
      db,
      organizationId,
      matching.items.map(({ id }) => id),
    );
    return {
      ownTags,
      matching: pageOf(matching, (found) => ({
        ...browsedCall(found),
        isAnswered: answered.has(found.id),
        matchedTags: tagsAmong(tagsOf(found.techTags), new Set(ownTags)),
      })),
      others: pageOf(readOpenCalls(db, now, size, { fits: not(bearsOne) }), browsedCall),
    };
  },
});
