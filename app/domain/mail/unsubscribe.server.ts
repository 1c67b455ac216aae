import * as z from "zod";
import { NOTIFICATION_KINDS } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineOperation, defineQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { mailSettingsOf, setMailSettings } from "../notification/mail-settings.server";
import { KIND_HEADINGS } from "./kinds";
import { readUnsubscribeToken, type Scope } from "./unsubscribe-link.server";

const input = z.object({ token: z.string() });

const IS_USER = "SELECT 1 FROM user WHERE id = ?";

function readToken(db: Database, token: string) {
  const found = readUnsubscribeToken(db, token);
  return found && statement(db, IS_USER).get(found.userId) ? found : null;
}

const isDigest = (scope: Scope): scope is "DAILY" | "WEEKLY" => scope === "DAILY" || scope === "WEEKLY";

function inWords(scope: Scope): string {
  if (isDigest(scope)) return `the ${scope.toLowerCase()} digest`;
  return `mail about "${KIND_HEADINGS[scope]}"`;
}

/** What the page of a link says that it stops; null for an invalid link. Reading changes nothing. */
export const unsubscribeChoice = defineQuery({
  gate: "public",
  input,
  run({ db }, { token }) {
    const found = readToken(db, token);
    return found && { stops: inWords(found.scope) };
  },
});

/**
 * Stops mail by the link in it, without a session: mail about one kind, or one digest. Doing it twice changes nothing.
 */
export const unsubscribe = defineOperation({
  gate: "public",
  input,
  events: ["mail_settings_updated"],
  run(context, { token }) {
    const found = readToken(context.db, token);
    if (!found) throw notFound();
    const { userId, scope } = found;
    const present = mailSettingsOf(context.db, userId);
    const kinds = NOTIFICATION_KINDS.filter((kind) =>
      isDigest(scope)
        ? present.some((setting) => setting.kind === kind && setting.frequency === scope)
        : kind === scope && present.some((setting) => setting.kind === kind && setting.frequency !== "IN_SERVICE"),
    );
    if (kinds.length > 0) {
      setMailSettings(
        context,
        userId,
        kinds.map((kind) => ({ kind, frequency: "IN_SERVICE" })),
      );
    }
    return { stopped: inWords(scope) };
  },
});
