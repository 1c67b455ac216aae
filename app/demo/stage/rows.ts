import type { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES, OrganizationType, SubmissionType } from "#db/enumerations";
import type { Past } from "./timeline";

/* The columns of the demonstration's tables. */

/** A registration as its form sends it. Other tables refer to the organization by `key`. */
export interface Organization {
  key: string;
  registeredAt: Past;
  orgName: string;
  orgType: OrganizationType;
  contactName: string;
  email: string;
  /** The rest of the registration form. `samExpiresInDays` counts from now. */
  profile?: Record<string, string | string[]>;
  samExpiresInDays?: number;
  /** What the organization changed in its profile later. */
  change?: { at: Past; fields: Record<string, string | string[]> };
}

/** A moment after the call's creation: whole days from now, negative for the past, and the time in UTC. */
export type FromNow = readonly [daysAhead: number, time: string];

interface CallMove {
  at: Past;
  by: string;
  status?: "OPEN" | "CLOSED" | "DRAFT" | "PENDING";
  releasesAt?: FromNow;
  fields?: Record<string, string>;
}

/** A call as its form sends it, and its later status changes. Other tables refer to it by `key`. */
export interface Call {
  key: string;
  author: string;
  createdAt: Past;
  status: "OPEN" | "DRAFT" | "PENDING";
  releasesAt?: FromNow;
  title: string;
  description: string;
  /** Days from now. */
  closesInDays?: number;
  questionsDueInDays?: number;
  fields: Record<string, string>;
  moves?: readonly CallMove[];
}

interface Review {
  by: string;
  afterDays: number;
}

export interface Submission {
  by: string;
  at: Past;
  type: SubmissionType;
  title: string;
  summary: string;
  techTags: string;
  call?: string;
  /** A file name. The extension decides the format. */
  file?: string;
  /** A text in `app/demo/papers` that the file has, by its name. Without it, the file has a few generated paragraphs. */
  paper?: string;
  reviewed?: Review;
  archived?: Review;
}

/** An engagement as its form would send it. The first organization is the primary one. */
export interface Engagement {
  title: string;
  type: (typeof ENGAGEMENT_TYPES)[number];
  status: (typeof ENGAGEMENT_STATUSES)[number];
  /** Whole days from now, negative for the past. */
  inDays: number;
  startTime?: string;
  endTime?: string;
  onlineLink?: string;
  /** Emails of government users. */
  attendees?: readonly string[];
  /** Follow-up tasks, an hour after the record. */
  tasks?: readonly { text: string; owner: string; dueInDays: number; doneAt?: Past }[];
  recordedAt: Past;
  by: string;
  command: string;
  location: string;
  summary: string;
  organizations: readonly string[];
  otherOrganization?: string;
  notes?: readonly { at: Past; by: string; body: string }[];
  /** File names. The extension decides the format. */
  files?: readonly string[];
}
