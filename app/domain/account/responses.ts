import { z } from "zod";

/** POST /api/account/password. */
export const passwordChanged = z.object({ changed: z.literal(true) });
