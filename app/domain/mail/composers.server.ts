import type { Composer } from "~/mail/composer";
import type { MailKind } from "~/routing/outbox.server";
import { accountChangeMail } from "../account/account-mail.server";
import { passwordLinkMail } from "../account-link/password-link-mail.server";
import { invitationMail } from "../invitation/invitation-mail.server";
import { digestMail, notificationMail } from "./notification-mail.server";

/**
 * Who writes which mail. A kind without a composer is cancelled. A noun with mail of its own writes it in its own folder,
 * and adds it here.
 */
// biome-ignore lint/suspicious/noExplicitAny: each composer has facts of its own, which only it reads
export const COMPOSERS: Partial<Record<MailKind, Composer<any>>> = {
  NOTIFICATION: notificationMail,
  DIGEST: digestMail,
  PASSWORD_LINK: passwordLinkMail,
  ACCOUNT_CHANGE: accountChangeMail,
  INVITATION: invitationMail,
};
