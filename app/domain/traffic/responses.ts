import * as z from "zod";

/** POST /api/analytics/pageview: the whole body. */
export const pageviewRecorded = z.object({ ok: z.literal(true) });
