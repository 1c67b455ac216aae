import type { ANNOUNCEMENT_AUDIENCES, AnnouncementStatus, SET_ASIDES } from "#db/enumerations";
import type { FieldErrors } from "~/values/errors";
import { tagsOf } from "~/values/tags";

/** How much of an announcement's text a notification and a list show. */
export const EXCERPT_CHARACTERS = 200;

interface Publication {
  published: boolean;
  publishedAt: string | null;
}

/**
 * The status now. A scheduled announcement is published as soon as its time has come, and no job needs to run
 * (docs/contract.md#announcements).
 */
export function announcementStatus({ published, publishedAt }: Publication, now: Date): AnnouncementStatus {
  if (publishedAt === null) return "DRAFT";
  if (!published) return "UNPUBLISHED";
  return publishedAt <= now.toISOString() ? "PUBLISHED" : "SCHEDULED";
}

/** The statuses that an announcement can have next. */
const MOVES: { readonly [From in AnnouncementStatus]: readonly AnnouncementStatus[] } = {
  DRAFT: ["SCHEDULED", "PUBLISHED"],
  SCHEDULED: ["DRAFT", "PUBLISHED"],
  PUBLISHED: ["UNPUBLISHED"],
  UNPUBLISHED: ["PUBLISHED"],
};

export const mayBecome = (from: AnnouncementStatus, to: AnnouncementStatus): boolean =>
  from === to || MOVES[from].includes(to);

/** Whether nobody outside the government has seen it yet, so publishing it notifies people. */
export const isUnseen = (status: AnnouncementStatus): boolean => status === "DRAFT" || status === "SCHEDULED";

/** Who an announcement is for, as its row says it. */
export interface Audience {
  audience: (typeof ANNOUNCEMENT_AUDIENCES)[number];
  audienceTags: string;
  audienceSetAsides: (typeof SET_ASIDES)[number][];
}

type SentAudience = { [Field in keyof Audience]?: Audience[Field] | null | undefined };

/** The audience that was sent, without what another kind of audience would need. */
export function audienceFrom({ audience, audienceTags, audienceSetAsides }: SentAudience): Audience {
  return {
    audience: audience ?? "ALL",
    audienceTags: audience === "TAGS" ? (audienceTags ?? "") : "",
    audienceSetAsides: audience === "SET_ASIDES" ? (audienceSetAsides ?? []) : [],
  };
}

/** What is missing from an audience. */
export function audienceFaults({ audience, audienceTags, audienceSetAsides }: Audience): FieldErrors {
  if (audience === "TAGS" && tagsOf(audienceTags).length === 0) {
    return { audienceTags: [{ code: "required", message: "Enter at least one tag" }] };
  }
  if (audience === "SET_ASIDES" && audienceSetAsides.length === 0) {
    return { audienceSetAsides: [{ code: "required", message: "Choose at least one set-aside" }] };
  }
  return {};
}

/** What is wrong with a publication time: a scheduled announcement needs one in the future, and others take none. */
export function scheduleFaults(
  status: AnnouncementStatus,
  publishesAt: string | null,
  sent: boolean,
  now: Date,
): FieldErrors {
  const fault = (code: "not_allowed" | "required" | "out_of_range", message: string): FieldErrors => ({
    publishesAt: [{ code, message }],
  });
  if (status !== "SCHEDULED") {
    return sent ? fault("not_allowed", "Leave the publication time empty unless you schedule the announcement") : {};
  }
  if (publishesAt === null) return fault("required", "Enter the time when the announcement is published");
  return publishesAt > now.toISOString() ? {} : fault("out_of_range", "Enter a time in the future");
}

/** The statuses that a new announcement can have. */
export const NEW_STATUSES = ["DRAFT", "SCHEDULED", "PUBLISHED"] as const satisfies readonly AnnouncementStatus[];
