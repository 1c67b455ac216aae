import type * as z from "zod";
import { defineQuery } from "~/operations/operation.server";
import { findCodes } from "~/values/classification-codes";
import type { foundCodes } from "./responses";
import { findCodesSchema } from "./schema";

/** GET /api/classification-codes and its page: codes by number or name. */
export const searchCodes = defineQuery({
  gate: "public",
  input: findCodesSchema,
  run({ codeTables }, { system, q, limit }): z.infer<typeof foundCodes> {
    const table = codeTables[system];
    const found = table ? findCodes(table, q) : [];
    return { system, year: table?.year ?? null, total: found.length, codes: found.slice(0, limit) };
  },
});
