import { v4 as randomKey } from "uuid";
import { countUnread } from "~/domain/notification/queries.server";
import { nameOfOrganization } from "~/domain/organization/queries.server";
import { takesPageview } from "~/domain/traffic/queries.server";
import { mustRotate } from "~/operations/execute.server";
import { sureIdleSeconds } from "~/operations/session.server";
import { type Gate, gatesOf } from "~/policy/policy";
import { markOpened } from "~/routing/read-notices.server";
import { BACKGROUND_HEADER } from "~/web/transport/background-request";
import { type Notice, takeNotice } from "~/web/transport/cookies.server";
import { comesFromOtherSite } from "~/web/transport/cross-site";
import { callerOf, type RouteArguments, requestContext } from "~/web/transport/request-context.server";

const KEY_BYTES = 16;

/** What stands around every page. */
export interface Frame {
  session: {
    name: string;
    email: string;
    role: string;
    industryRole: string | null;
    organizationName: string | null;
    /** The gates that let this person in, for the ways that are shown. */
    gates: Gate[];
    /** Whether a password can be changed on this deployment. */
    mayChangePassword: boolean;
    lasting: {
      /** For how long it is there without use. */
      idleSeconds: number;
      /** For how long it is there in any case. */
      restSeconds: number;
    };
  } | null;
  unreadCount: number;
  /** Whose service it is; null when the settings do not say. */
  agencyName: string | null;
  /** Whom to ask; null when the settings do not say. */
  contactEmail: string | null;
  demonstration: boolean;
  /** The domain that the official banner speaks of; null where there is no such banner. */
  officialDomain: "gov" | "mil" | null;
  /** Where the portal is found, for addresses on paper. */
  origin: string;
  notice: Notice | null;
  /** When it was read, for what is said of time left. */
  now: string;
  /** By which a form of this reading of the page is known when it is sent twice; null for who is not signed in. */
  formKey: string | null;
  /** Whether the page is to report that it was looked at. */
  reportsPageview: boolean;
}

/**
 * Whether a person opens the page, which marks the notifications about it read. This leaves out prefetching, HEAD requests,
 * pages that refresh themselves, and links on other sites.
 */
function isOpenedByReader({ method, headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? headers.get("x-moz") ?? "";
  const isInAdvance = /prefetch|prerender|preview/i.test(purpose);
  return method === "GET" && !isInAdvance && !headers.has(BACKGROUND_HEADER) && !comesFromOtherSite(headers);
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
  const rotates = mustRotate(services, actor);
  const now = services.clock();
  if (actor && !rotates && isOpenedByReader(args.request)) markOpened(services.db, actor.id, new URL(args.request.url));
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
      lasting: { idleSeconds: sureIdleSeconds(settings), restSeconds: (endsAt.getTime() - now.getTime()) / 1000 },
    },
    unreadCount: actor && !rotates ? countUnread(services.db, actor.id) : 0,
    agencyName: settings.agencyName,
    contactEmail: settings.contactEmail,
    demonstration: settings.demonstration,
    officialDomain: settings.officialBanner ? (origin.endsWith(".mil") ? "mil" : "gov") : null,
    origin,
    notice: taken?.notice ?? null,
    now: now.toISOString(),
    formKey: actor && randomKey({ random: services.randomBytes(KEY_BYTES) }),
    reportsPageview: takesPageview(services, ip),
  };
  return { frame, setCookie: taken?.setCookie ?? null };
}
