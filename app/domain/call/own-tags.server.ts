import { not, or, sql } from "drizzle-orm";
import { z } from "zod";
import { call } from "#db/schema";
import { hasTag } from "~/lists/listing.server";
import { pageOf, paging } from "~/lists/paging";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { tagsAmong, tagsOf } from "~/values/tags";
import { organizationOf } from "../../policy/policy";
import { findOrganization } from "../organization/queries.server";
import { browsedCall, readOpenCalls } from "./queries.server";

/**
 * The open calls for the caller's organization, by deadline: first those with one of its tags, compared as whole tags
 * like in routing (`tagsAmong`), each with these tags; then the others.
 */
export const openCallsByOwnTags = defineQuery({
  gate: "industry",
  input: z.object(paging(LIMITS.listPageSize)),
  run({ db, actor, now }, size) {
    const ownTags = tagsOf(findOrganization(db, organizationOf(actor)).techTags);
    const bearsOne = or(...ownTags.map((tag) => hasTag(call.techTags, tag))) ?? sql`false`;
    return {
      ownTags,
      matching: pageOf(readOpenCalls(db, now, size, { fits: bearsOne }), (found) => ({
        ...browsedCall(found),
        matchedTags: tagsAmong(tagsOf(found.techTags), new Set(ownTags)),
      })),
      others: pageOf(readOpenCalls(db, now, size, { fits: not(bearsOne) }), browsedCall),
    };
  },
});
