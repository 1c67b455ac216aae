import { z } from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { LIMITS } from "../../limits";
import { paging, searchedText, sortedBy } from "../paging";
import { oneOf } from "../text";

/** PATCH /api/portal/users/<id>. */
export const industryRoleSchema = z
  .object({ id: z.string(), industryRole: oneOf(INDUSTRY_ROLES) })
  .meta({ examples: [{ industryRole: "INDUSTRY_ADMIN" }] });

/**
 * What the page of an organization's people may be narrowed to. The names keep apart from those of the page's own forms,
 * since a page has each of its fields once.
 */
export const industryUserListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: searchedText.optional(),
  withRole: oneOf(INDUSTRY_ROLES).optional(),
  sort: sortedBy(["name", "role"], "name"),
});
