import { z } from "zod";
import { oneOf } from "../text";

/** What there is a table of. */
const EXPORTED_TABLES = ["organizations", "submissions", "engagements"] as const;

/** GET /api/export/csv. */
export const exportTableSchema = z.object({
  entity: oneOf(EXPORTED_TABLES).meta({ description: "The records to be exported." }),
});
