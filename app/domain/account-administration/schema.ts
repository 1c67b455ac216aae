import { z } from "zod";
import { identifier, oneOf } from "~/values/text";

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
