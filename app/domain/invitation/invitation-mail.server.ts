import { eq } from "drizzle-orm";
import { invitation } from "#db/schema";
import type { Composer } from "~/mail/composer";
import { hashToken } from "~/operations/session.server";
import { derivedToken } from "~/secrets/derived-token.server";
import { formatDateTime } from "~/values/format";
import { findByToken } from "./queries.server";

/** The token of an invitation that is mailed. Every try to send it has the same one. */
export const invitationToken = (db: Parameters<typeof derivedToken>[0], mailId: string) =>
  derivedToken(db, "INVITATION", mailId);

interface Facts {
  expiresAt: string;
  /** Missing in mail that an earlier version prepared, whose times are in UTC. */
  timeZone?: string;
}

/**
 * Mails an invitation to the invited address. It names neither the organization nor the inviter: their names are not public,
 * and anyone could register a name as the text of unwanted mail.
 */
export const invitationMail: Composer<Facts> = {
  facts({ db, timeZone, now }, { id, details }, earlier) {
    const { invitationId } = JSON.parse(details ?? "{}") as { invitationId: string };
    const token = invitationToken(db, id);
    const open = findByToken(db, token, now);
    const row = db.select().from(invitation).where(eq(invitation.id, invitationId)).get();
    if (!open || !row?.tokenHash.equals(hashToken(token))) return null;
    return earlier ?? { expiresAt: open.expiresAt, timeZone };
  },
  content({ db, mail }, { id }, { expiresAt, timeZone = "UTC" }) {
    return {
      subject: "You are invited to join your organization",
      paragraphs: [
        "An administrator of an organization invited you to join it. You can then read open calls and submit documents.",
        `The link works once, until ${formatDateTime(new Date(expiresAt), { timeZone })}. Anyone who has it can accept the invitation, so do not pass it on.`,
      ],
      link: { label: "See and accept the invitation", url: `${mail.origin}/invitations/${invitationToken(db, id)}` },
      reason: "You get this because someone entered your address. If you do not know why, ignore it.",
      footer: [],
    };
  },
};
