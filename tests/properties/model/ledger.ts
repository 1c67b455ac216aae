import { tagsOf } from "~/values/tags";
import { COMMANDS, idOf, ORGANIZATIONS, PEOPLE, type PersonKey, standingOf } from "../../support/cast";

/*
 * A model of the service in a few maps: what each operation does by docs/contract.md, and not how. It leaves out text,
 * pages and files, which other tests check.
 */

export type CallStatus = "DRAFT" | "PENDING" | "OPEN" | "CLOSED";
export type SubmissionStatus = "SUBMITTED" | "ROUTED" | "REVIEWED" | "ARCHIVED";

export interface Actor {
  name: string;
  standing: string;
  commandId: string | null;
  organizationId: string | null;
  /** Somebody of the cast, whose session is always there; or whoever registered, who must sign in. */
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
  /** What government users want submissions about. */
  readonly settings = new Map<string, { enabled: boolean; tags: string[] }>();
  /** What the notifications that each has not read are about: the ids of records. */
  readonly unread = new Map<string, string[]>();
  /** How many of each event there must be in the audit log. */
  readonly audited = new Map<string, number>();

  unreadOf(name: string): string[] {
    return this.unread.get(name) ?? [];
  }

  tell(names: Iterable<string>, about: string): void {
    for (const name of names) this.unread.set(name, [...this.unreadOf(name), about]);
  }

  /** Somebody who acts on a record has read what they were notified of about it. */
  acted(name: string, about: string): void {
    this.unread.set(
      name,
      this.unreadOf(name).filter((id) => id !== about),
    );
  }

  audit(...events: string[]): void {
    for (const event of events) this.audited.set(event, (this.audited.get(event) ?? 0) + 1);
  }

  tellIndustry(call: string): void {
    const industry = this.actors.filter(({ organizationId }) => organizationId !== null);
    this.tell(
      industry.map(({ name }) => name),
      call,
    );
  }

  effective(id: string, now: number): CallStatus {
    const { status, releasesAt } = this.calls.get(id) as Call;
    return status === "PENDING" && releasesAt !== null && releasesAt <= now ? "OPEN" : status;
  }

  /** Whether `id` stands below `above`, or is it. */
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

  /** Routes a submission that is SUBMITTED, and tells whom it concerns. @returns how many that is. */
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
    this.tell(
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
export const MOVES: Readonly<Record<string, { tells: boolean }>> = {
  "DRAFT PENDING": { tells: false },
  "DRAFT OPEN": { tells: true },
  "PENDING OPEN": { tells: true },
  "PENDING DRAFT": { tells: false },
  "OPEN CLOSED": { tells: false },
  "CLOSED OPEN": { tells: false },
};

export const asTags = (text: string) => tagsOf(text);
