import * as z from "zod";
import { paging } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { identifier, oneOf } from "~/values/text";

const TOO_MANY = `Send at most ${LIMITS.listPageSize.max} IDs at once`;

/** Whether an account can be used. */
export const active = z.boolean("Send true or false").meta({
  description: "False deactivates the account, true reactivates it. Either ends its sessions.",
});

/** The filter of lists of people by whether their accounts are active. */
export const accountState = oneOf(["ACTIVE", "INACTIVE"]);

/** What hands someone's work to a colleague when the account is deactivated. */
export const handover = {
  successorId: identifier(255).nullable().optional().meta({
    description:
      "With `active: false`: an active colleague who takes over. Null takes the work from an earlier successor.",
  }),
  handOverTags: z.boolean("Send true or false").optional().meta({
    description: "With `successorId`: whether the successor also follows the tags that the person followed.",
  }),
};

/** The forms that deactivate and reactivate an account. */
export const activeSchema = z.object({ id: z.string(), active, ...handover });

/** GET /api/gov/admin/recertification. */
export const recertificationListSchema = z.object(paging(LIMITS.listPageSize));

const accountIds = z.array(identifier(255), "Send a list of IDs").max(LIMITS.listPageSize.max, TOO_MANY);

/** POST /api/gov/admin/recertification. */
export const recertificationSchema = z
  .object({ confirm: accountIds.optional(), deactivate: accountIds.optional() })
  .refine(({ confirm = [], deactivate = [] }) => !confirm.some((id) => deactivate.includes(id)), {
    error: "Send each ID in one of the lists only",
    path: ["deactivate"],
  })
  .meta({
    examples: [
      { confirm: ["019b1f44-0a6e-7b93-a1d2-5c7e8f904b16"], deactivate: ["019b2a10-7c44-7f0b-8e19-31d6f2a0c5b7"] },
    ],
  });
