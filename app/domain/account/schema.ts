import * as z from "zod";
import { newPassword, presentPassword } from "~/values/text";

/** POST /api/account/password. */
export const passwordChangeSchema = z
  .object({
    currentPassword: presentPassword,
    newPassword: newPassword.meta({ description: `${newPassword.description} It must differ from the current one.` }),
  })
  .refine((value) => value.newPassword !== value.currentPassword, {
    path: ["newPassword"],
    error: "Choose a password that differs from your current one",
    params: { code: "not_allowed" },
  })
  .meta({
    examples: [{ currentPassword: "Tidal-Lantern-41-Harbor", newPassword: "Copper-Meridian-93-Orchard" }],
  });
