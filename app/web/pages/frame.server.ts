import { v4 as randomKey } from "uuid";
import { countUnread } from "~/domain/notification/queries.server";
import { nameOfOrganization } from "~/domain/organization/queries.server";
import { takesPageview } from "~/domain/traffic/queries.server";
import { dutyOf } from "~/operations/first-duty.server";
import type { Services } from "~/operations/services";
import { guaranteedIdleSeconds } from "~/operations/session.server";
import { type Gate, gatesOf } from "~/policy/policy";
import { markOpened } from "~/routing/read-notifications.server";
import type { CodeSystem } from "~/values/classification-codes";
import { formatDateTime } from "~/values/format";
import { type Notice, takeNotice } from "~/web/transport/cookies.server";
import {
  callerOf,
  type RequestContext,
  type RouteArguments,
  requestContext,
} from "~/web/transport/request-context.server";
import { isOpenedByReader } from "./opened-by-reader";

const KEY_BYTES = 16;

/** What every page shows around its content. */
export interface Frame {
  session: {
    name: string;
    email: string;
    role: string;
    industryRole: string | null;
    organizationName: string | null;
    /** The gates that let this person in. They decide which links are shown. */
    gates: Gate[];
    /** False if this deployment locks credentials. */
    mayChangePassword: boolean;
    lasting: {
      /** How long the session lasts without use. */
      idleSeconds: number;
      /** How long the session lasts in any case, from now. */
      restSeconds: number;
    };
  } | null;
  unreadCount: number;
  /** Null if the setting is not set. */
  agencyName: string | null;
  /** The address of the agency's seal. Null if the setting is not set. */
  sealPath: string | null;
  /** The years of the tables with classification codes. Null without a table. */
  codeYears: Readonly<Record<CodeSystem, number | null>>;
  /** The address of the stylesheet with the agency's accent. Null if the setting is not set. */
  accentPath: string | null;
  /** Null if the setting is not set. */
  contactEmail: string | null;
  /** Whether this deployment sends mail. */
  sendsMail: boolean;
  /** What every page says above all else: its beginning in bold, and the rest. */
  alert: { strong: string; text: string } | null;
  /** The domain in the official government banner; null without a banner. */
  officialDomain: "gov" | "mil" | null;
  /** The portal's own origin, for addresses in print. */
  origin: string;
  notice: Notice | null;
  /** The server's time, for texts about the time left. */
  now: string;
  /** The zone in which pages show times: its name in the IANA list, and what people call it. */
  timeZone: { id: string; name: string };
  /** Identifies this reading of the page, so that a form sent twice runs once. Null if nobody is signed in. */
  formKey: string | null;
  /** Whether the page reports a page view. */
  reportsPageview: boolean;
}

/**
 * Marks the notifications about a page that its reader opens as read. If they must do something first, they do not see the
 * page.
 * @param url the page's own address, without what asks only for its data
 */
export function noteOpened(context: RequestContext, request: Request, url: URL): void {
  const { services } = context;
  const { actor } = callerOf(context, request);
  if (actor === null || dutyOf(services, actor) !== null || !isOpenedByReader(request)) return;
  markOpened(services.db, actor.id, url);
}

function alertOf({ settings, lease }: Services, now: Date): Frame["alert"] {
  const { demonstration, standbyDataAt, standbyCopiedAt, timeZone } = settings;
  if (standbyDataAt !== null) {
    const timeOf = (instant: string) => formatDateTime(new Date(instant), { timeZone: timeZone.id, now });
    return {
      strong: `This is a copy from ${timeOf(standbyCopiedAt ?? standbyDataAt)}.`,
      text: `Its last change was on ${timeOf(standbyDataAt)}. Nothing can be changed or downloaded here.`,
    };
  }
  if (lease?.mayWrite() === false) {
    return {
      strong: "Nothing can be saved at the moment.",
      text: "Nobody can sign in, send or change anything. Try again later.",
    };
  }
  if (!demonstration) return null;
  return { strong: "This is a demonstration.", text: "Its organizations and people are made up." };
}

/**
 * Gathers the frame, with the Set-Cookie that removes a notice once it is shown. It first marks the notifications about the
 * page read, so that the frame's count of unread ones leaves them out.
 */
export async function frameOf(args: RouteArguments): Promise<{ frame: Frame; setCookie: string | null }> {
  const context = await requestContext(args);
  const { services } = context;
  const { settings } = services;
  const { actor, ip, origin } = callerOf(context, args.request);
  const taken = await takeNotice(services, args.request);
  const hasDuty = dutyOf(services, actor) !== null;
  const now = context.forEveryone?.now ?? services.clock();
  noteOpened(context, args.request, new URL(args.request.url));
  const endsAt = new Date(context.sessionExpiresAt ?? now);
  const frame: Frame = {
    session: actor && {
      name: actor.name,
      email: actor.email,
      role: actor.role,
      industryRole: actor.industryRole,
      organizationName: actor.organizationId && nameOfOrganization(services.db, actor.organizationId),
      gates: gatesOf(actor),
      mayChangePassword: !settings.credentialsLocked,
      lasting: { idleSeconds: guaranteedIdleSeconds(settings), restSeconds: (endsAt.getTime() - now.getTime()) / 1000 },
    },
    unreadCount: actor && !hasDuty ? countUnread(services.db, actor.id) : 0,
    agencyName: settings.agencyName,
    sealPath: services.agencyAssets.seal?.path ?? null,
    codeYears: { NAICS: services.codeTables.NAICS?.year ?? null, PSC: services.codeTables.PSC?.year ?? null },
    accentPath: services.agencyAssets.stylesheet?.path ?? null,
    sendsMail: settings.mail !== null,
    contactEmail: settings.contactEmail,
    alert: alertOf(services, now),
    officialDomain: settings.officialBanner ? (origin.endsWith(".mil") ? "mil" : "gov") : null,
    origin,
    notice: taken?.notice ?? null,
    now: now.toISOString(),
    timeZone: settings.timeZone,
    formKey: actor && randomKey({ random: services.randomBytes(KEY_BYTES) }),
    // A server that may not write refuses them.
    reportsPageview:
      settings.standbyDataAt === null &&
      services.lease?.mayWrite() !== false &&
      (context.forEveryone !== undefined || takesPageview(services, ip)),
  };
  return { frame, setCookie: taken?.setCookie ?? null };
}
