import { RATE_LIMITS } from "../../limits";
import { withoutSecrets } from "../../secret-paths";
import { defineOperation } from "../operation.server";
import { pageviewSchema } from "./schema";

/**
 * Writes down that a page was looked at: one audit row, which is also what its limit counts (specification,
 * "Analytics"). Nothing is set in the browser, and whoever has a session is named by it.
 */
export const recordPageview = defineOperation({
  gate: "public",
  input: pageviewSchema,
  limit: RATE_LIMITS.pageview,
  events: ["pageview"],
  run({ audit }, { path, referrer }) {
    audit("pageview", { path: withoutSecrets(path), referrer: referrer ? withoutSecrets(referrer) : null });
    return { ok: true as const };
  },
});
