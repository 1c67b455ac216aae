import * as z from "zod";
import { wholeNumber } from "~/lists/paging";

const page = wholeNumber(Number.MAX_SAFE_INTEGER);

/** GET /api/feeds/<feed>. Without `page`, the first one. */
export const feedSchema = z.object({ page: page.default(1) });

/** The public lists of the portal. Without `page`, the response has the whole list. */
export const portalFeedSchema = z.object({ page: page.optional() });
