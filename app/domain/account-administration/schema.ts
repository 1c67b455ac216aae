import { z } from "zod";
import { oneOf } from "~/values/text";

/** Whether an account can be used. */
export const active = z.boolean("Send true or false").meta({
  description: "False deactivates the account, true reactivates it. Either ends its sessions.",
});

/** The filter of lists of people by whether their accounts are active. */
export const accountState = oneOf(["ACTIVE", "INACTIVE"]);

/** The forms that deactivate and reactivate an account. */
export const activeSchema = z.object({ id: z.string(), active });
