import { defineOperation } from "~/operations/operation.server";
import { countAttempt, hasRoom } from "~/operations/rate-limit.server";
import { isMailOn, queueAccountMail } from "~/routing/outbox.server";
import { notFound } from "~/values/errors";
import { PASSWORD_LINK_MAILS, RATE_LIMITS } from "~/values/limits";
import { refuseWhileLocked } from "../account/lock.server";
import { passwordLinkRequestSchema } from "./schema";

/**
 * Asks for a password link by mail. It does the same for every email: whether an account has it is looked up only when the
 * mail is sent, so neither the response nor its time shows it.
 */
export const requestPasswordLink = defineOperation({
  gate: "public",
  input: passwordLinkRequestSchema,
  refuses: { not_found: "mail is off", forbidden: "credentials are locked" },
  limit: RATE_LIMITS.passwordLinkRequest,
  events: ["password_link_requested"],
  check(context) {
    if (!isMailOn(context.db)) throw notFound();
    refuseWhileLocked(context);
  },
  run({ db, newId, now, audit }, { email }) {
    // Nobody may fill someone's mailbox. The response is the same, so it also says nothing about others' requests.
    if (hasRoom(db, PASSWORD_LINK_MAILS, email, now)) {
      countAttempt(db, PASSWORD_LINK_MAILS, email, now);
      queueAccountMail(db, { id: newId(), kind: "PASSWORD_LINK", address: email }, now);
    }
    audit("password_link_requested", { claimedEmail: email });
    return { requested: true as const };
  },
});
