import type { Database } from "#db/open";
import type { Composer } from "~/mail/composer";
import { queueAccountMail } from "~/routing/outbox.server";

/** What people must know about their account, in case it was not them. */
const CHANGES = {
  "password changed": {
    subject: "Your password was changed",
    text: "Someone set a new password for your account. All its sessions have ended.",
  },
  "email changed": {
    subject: "Your email address was changed",
    text: "An administrator changed the email address of your account. This address no longer signs in.",
  },
  "role changed": {
    subject: "Your role was changed",
    text: "An administrator changed the role of your account. Sign in to see what you can do now.",
  },
  deactivated: {
    subject: "Your account was deactivated",
    text: "An administrator deactivated your account. You can no longer sign in.",
  },
  reactivated: {
    subject: "Your account was reactivated",
    text: "An administrator reactivated your account. You can sign in again.",
  },
  "single sign-on linked": {
    subject: "Single sign-on was linked to your account",
    text: "An identity at the sign-in provider can now sign in to your account. If it is not yours, unlink it on your account page.",
  },
  "single sign-on unlinked": {
    subject: "Single sign-on was unlinked from your account",
    text: "An administrator unlinked your identity at the sign-in provider. All sessions of your account have ended. Sign in with your password.",
  },
  "second factor changed": {
    subject: "The second factor of your account changed",
    text: "Your second factor or its recovery codes were changed or used. Sign in to see what happened.",
  },
} as const;

type AccountChange = keyof typeof CHANGES;

/**
 * Queues mail about a change of someone's account, in the open transaction.
 * @param account with `email`, the mail goes there, even if the account is not active or has a new address by then
 */
export function mailAccountChange(
  { db, now }: { db: Database; now: Date },
  account: { userId: string } | { email: string },
  change: AccountChange,
): void {
  const recipient = "email" in account ? { address: account.email } : { userId: account.userId };
  queueAccountMail(db, { kind: "ACCOUNT_CHANGE", ...recipient, details: { change } }, now);
}

interface Facts {
  change: AccountChange;
}

/** Mail about changes of accounts. Nobody can unsubscribe from it. */
export const accountChangeMail: Composer<Facts> = {
  facts: (_context, { details }, earlier) => earlier ?? (JSON.parse(details ?? "{}") as Facts),
  content({ mail }, _queued, { change }) {
    const { subject, text } = CHANGES[change];
    return {
      subject,
      paragraphs: [text, "If you did not expect this, contact an administrator of your organization or agency."],
      // Someone who cannot sign in any more needs no link.
      ...(change !== "deactivated" && { link: { label: "Open the service", url: `${mail.origin}/account` } }),
      reason: "You get this because it is about the security of your account.",
      footer: [],
    };
  },
};
