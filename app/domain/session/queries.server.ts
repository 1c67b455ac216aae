import Bowser from "bowser";
import * as z from "zod";
import { statement } from "#db/open";
import { defineQuery, type ReadContext } from "~/operations/operation.server";
import { LIVE_SESSIONS_OF_USER, liveSince } from "~/operations/session.server";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";
import type { Actor } from "../../policy/policy";

/** What a session says about its user. Attributes that do not apply are null. */
export function viewSession(actor: Actor) {
  const { id, email, name, role, industryRole, organizationId, commandId, mustChangePassword } = actor;
  return { id, email, name, role, industryRole, organizationId, commandId, mustChangePassword };
}

export const currentSession = defineQuery({
  gate: "signed in",
  input: z.object({}),
  duringDuty: "any",
  run: ({ actor }) => viewSession(actor),
});

interface OpenSession {
  id: string;
  ip: string | null;
  userAgent: string | null;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: 0 | 1;
}

const SELECT_OPEN = `
  SELECT s.id, s.ip, s.user_agent AS userAgent, s.created_at AS createdAt, s.last_seen_at AS lastSeenAt,
         s.token_hash IS @current AS isCurrent
  ${LIVE_SESSIONS_OF_USER}
  ORDER BY isCurrent DESC, s.last_seen_at DESC, s.id
  LIMIT ${LIMITS.unpagedRows}`;

/** The caller's open sessions: the current one first, then the most recently used. */
export const ownSessions = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run: (context) => openSessionsOf(context, context.actor.id),
});

/** The open sessions of a user: the caller's current one first, then the most recently used. */
export async function openSessionsOf(
  { db, settings, caller, now }: Pick<ReadContext, "db" | "settings" | "caller" | "now">,
  userId: string,
) {
  const rows = statement<OpenSession>(db, SELECT_OPEN).all({
    userId,
    current: caller.sessionHash,
    ...liveSince(settings, now),
  });
  // Some user agents take a millisecond to parse, and senders choose them freely.
  const yieldIfDue = yieldDuringLongTask();
  const sessions = [];
  for (const { userAgent, isCurrent, ...shown } of rows) {
    sessions.push({ ...shown, browser: describeBrowser(userAgent), isCurrent: isCurrent === 1 });
    await yieldIfDue();
  }
  return sessions;
}

const BROWSER_CHARACTERS = 80;

/** "Firefox 140 on Linux"; for a program that is not a browser, its own name. */
function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return "A program that does not say what it is";
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return userAgent.slice(0, BROWSER_CHARACTERS).toWellFormed();
  return [browser.name, browser.version?.split(".", 1)[0], os.name && `on ${os.name}`].filter(Boolean).join(" ");
}
