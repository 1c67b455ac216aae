import type { Composer, MailContext, QueuedMail } from "~/mail/composer";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { derivedToken } from "~/secrets/derived-token.server";
import { formatDateTime } from "~/values/format";
import { accountLinkPath, findAccountLink, makeAccountLink } from "./links.server";
import { findAccountByEmail } from "./queries.server";

/** Nothing secret: the token is derived again for each try. */
interface Facts {
  expiresAt: string;
  /** Missing in mail that an earlier version prepared, whose times are in UTC. */
  timeZone?: string;
}

const tokenOf = ({ db }: MailContext, { id }: QueuedMail) => derivedToken(db, "password link", id);

/**
 * Mail with a password link that someone asked for on the sign-in page. It looks up the account only here, in the worker. An
 * email without an active account gets no mail.
 */
export const passwordLinkMail: Composer<Facts> = {
  facts(context, queued, earlier) {
    const { db, mail, credentialsLocked, timeZone, now } = context;
    if (credentialsLocked) return null;
    const token = tokenOf(context, queued);
    // A link that was used, replaced or revoked since, or that has expired, is not worth sending.
    if (earlier) return findAccountLink(db, "PASSWORD", token, now) && earlier;
    const account = findAccountByEmail(db, queued.address ?? "");
    if (!account || !maySignInByPassword(context, account)) return null;
    const made = { ...context, caller: { origin: mail.origin } };
    const link = { purpose: "PASSWORD", account, createdBy: null, isRequested: true, token } as const;
    return { expiresAt: makeAccountLink(made, link).expiresAt, timeZone };
  },
  content: (context, queued, { expiresAt, timeZone = "UTC" }) => ({
    subject: "Set a new password",
    paragraphs: [
      "Someone asked for a link to set a new password for the account with this email address.",
      `The link works once, until ${formatDateTime(new Date(expiresAt), { timeZone })}. It signs the account out everywhere.`,
      "If it was not you, you do not need to do anything. Your password stays as it is.",
    ],
    link: {
      label: "Set a new password",
      url: context.mail.origin + accountLinkPath("PASSWORD", tokenOf(context, queued)),
    },
    reason: "You get this because someone entered this address on the sign-in page.",
    footer: [],
  }),
};
