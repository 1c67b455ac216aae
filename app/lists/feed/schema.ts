import { z } from "zod";
import { wholeNumber } from "~/lists/paging";

const page = wholeNumber(Number.MAX_SAFE_INTEGER);

/** GET /api/feeds/<feed>: the page, the first unless said otherwise. */
export const feedSchema = z.object({ page: page.default(1) });

/** The public feeds of the portal, which are sent whole unless a page of them is asked for. */
export const portalFeedSchema = z.object({ page: page.optional() });
