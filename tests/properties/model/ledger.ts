import { tagsOf } from "~/values/tags";
import { COMMANDS, idOf, ORGANIZATIONS, PEOPLE, type PersonKey, standingOf } from "../../support/cast";

/*
 * A model of the service in a few maps. It has the effect of each operation in docs/contract.md, without text, pages and
 * files, which other tests check.
 */

export type CallStatus = "DRAFT" | "PENDING" | "OPEN" | "CLOSED";
export type SubmissionStatus = "SUBMITTED" | "ROUTED" | "REVIEWED" | "ARCHIVED";

export interface Actor {
  name: string;
  standing: string;
  commandId: string | null;
  organizationId: string | null;
  /** A person in the cast, who always has a session. Null for people who registered and must sign in. */
  person: PersonKey | null;
  email: string;
  cookie: string | null;
}

interface Call {
  status: CallStatus;
  /** Milliseconds. */
  releasesAt: number | null;
  tags: string[];
  author: string;
}
interface Submission {
  status: SubmissionStatus;
  tags: string[];
  call: string | null;
  submitter: string;
}
interface Engagement {
  commandId: string;
  creator: string;
  title: string;
}

const commandOf = (person: PersonKey) => {
  if (person === "bravoPoc") return COMMANDS.bravo;
  return ["readonly", "poc", "lead"].includes(person) ? COMMANDS.alpha : null;
};
const organizationOf = (person: PersonKey) => {
  if (person.startsWith("acme")) return ORGANIZATIONS.acme;
  return person === "borealisAdmin" ? ORGANIZATIONS.borealis : null;
};

export class Ledger {
  readonly actors: Actor[] = PEOPLE.map((person) => {
    const { role, industryRole } = standingOf(person);
    return {
      name: idOf(person),
      standing: industryRole ?? role,
      commandId: commandOf(person),
      organizationId: organizationOf(person),
      person,
      email: `${person.toLowerCase()}@example.test`,
      cookie: null,
    };
  });
  readonly organizationNames = new Set(["acme industries", "borealis industries"]);
  readonly commands = new Map<string, { name: string; parentId: string | null }>([
    [COMMANDS.alpha, { name: "command alpha", parentId: null }],
    [COMMANDS.bravo, { name: "command bravo", parentId: null }],
  ]);
  readonly calls = new Map<string, Call>();
  readonly submissions = new Map<string, Submission>();
  readonly engagements = new Map<string, Engagement>();
  readonly tags = new Map<string, string>();
  /** The tags that government users follow. */
  readonly settings = new Map<string, { enabled: boolean; tags: string[] }>();
  /** For each person, the ids of the records that their unread notifications are about. */
  readonly unread = new Map<string, string[]>();
  /** The expected number of each event in the audit log. */
  readonly audited = new Map<string, number>();

  unreadOf(name: string): string[] {
    return this.unread.get(name) ?? [];
  }

  notify(names: Iterable<string>, about: string): void {
    for (const name of names) this.unread.set(name, [...this.unreadOf(name), about]);
  }

  /** Acting on a record marks a person's notifications about it as read. */
  acted(name: string, about: string): void {
    this.unread.set(
      name,
      this.unreadOf(name).filter((id) => id !== about),
    );
  }

  audit(...events: string[]): void {
    for (const event of events) this.audited.set(event, (this.audited.get(event) ?? 0) + 1);
  }

  notifyIndustry(call: string): void {
    const industry = this.actors.filter(({ organizationId }) => organizationId !== null);
    this.notify(
      industry.map(({ name }) => name),
      call,
    );
  }

  effective(id: string, now: number): CallStatus {
    const { status, releasesAt } = this.calls.get(id) as Call;
    return status === "PENDING" && releasesAt !== null && releasesAt <= now ? "OPEN" : status;
  }

  /** Whether `id` is `above` or below it. */
  isBelow(id: string | null, above: string): boolean {
    if (id === null) return false;
    return id === above || this.isBelow(this.commands.get(id)?.parentId ?? null, above);
  }

  isInUse(commandId: string): boolean {
    return (
      [...this.commands.values()].some(({ parentId }) => parentId === commandId) ||
      this.actors.some((actor) => actor.commandId === commandId) ||
      [...this.engagements.values()].some((engagement) => engagement.commandId === commandId)
    );
  }

  /** Routes a SUBMITTED submission and notifies its reviewers. @returns the number of reviewers */
  route(id: string): number {
    const submission = this.submissions.get(id) as Submission;
    const call = submission.call === null ? null : this.calls.get(submission.call);
    const tags = [...submission.tags, ...(call?.tags ?? [])];
    const shares = (interests: readonly string[]) => interests.some((tag) => tags.includes(tag));
    const matched = new Set<string>(call ? [call.author] : []);
    for (const { name, organizationId } of this.actors) {
      if (organizationId === null && shares(this.settings.get(name)?.tags ?? [])) matched.add(name);
    }
    if (matched.size > 0) submission.status = "ROUTED";
    this.notify(
      [...matched].filter((name) => {
        const { enabled, tags: filter } = this.settings.get(name) ?? { enabled: true, tags: [] };
        return enabled && (filter.length === 0 || tags.length === 0 || shares(filter));
      }),
      id,
    );
    return matched.size;
  }
}

/** The moves that a call can make, and whether they notify industry (docs/contract.md#calls). */
export const MOVES: Readonly<Record<string, { notifies: boolean }>> = {
  "DRAFT PENDING": { notifies: false },
  "DRAFT OPEN": { notifies: true },
  "PENDING OPEN": { notifies: true },
  "PENDING DRAFT": { notifies: false },
  "OPEN CLOSED": { notifies: false },
  "CLOSED OPEN": { notifies: false },
};

export const asTags = (text: string) => tagsOf(text);
