import { z } from "zod";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { oneOf } from "../text";

/** PATCH /api/portal/users/<id>. */
export const industryRoleSchema = z
  .object({ id: z.string(), industryRole: oneOf(INDUSTRY_ROLES) })
  .meta({ examples: [{ industryRole: "INDUSTRY_ADMIN" }] });
