import type { IndustryRole, Role } from "#db/enumerations";
import { DomainError } from "~/values/errors";

/** The user who acts, as they are at this request, not as they were at sign-in. */
export interface Actor {
  id: string;
  email: string;
  name: string;
  role: Role;
  industryRole: IndustryRole | null;
  organizationId: string | null;
  commandId: string | null;
  mustChangePassword: boolean;
  /** Whether the account has a second factor, or the session began with one. */
  hasSecondFactor: boolean;
}

/**
 * Which records a role may reach through a gate. Code uses the reach to load a record, so any other record is either
 * not found or refused (docs/contract.md#roles-and-permissions).
 */
export type Reach = "any" | "own" | "own command" | "own organization";

/** An industry user counts in the table by its industry role. */
type Standing = Exclude<Role, "INDUSTRY"> | IndustryRole;

const GOVERNMENT = {
  GOV_READONLY: "any",
  GOV_POC: "any",
  GOV_COMMAND_LEAD: "any",
  GOV_ADMIN: "any",
  GOV_SYSTEM_ADMIN: "any",
} as const;
const INDUSTRY = { INDUSTRY_ADMIN: "own organization", INDUSTRY_USER: "own organization" } as const;
const EVERYONE = {
  GOV_READONLY: "own",
  GOV_POC: "own",
  GOV_COMMAND_LEAD: "own",
  GOV_ADMIN: "own",
  GOV_SYSTEM_ADMIN: "own",
  INDUSTRY_ADMIN: "own",
  INDUSTRY_USER: "own",
} as const;

/** The whole policy: gate × role → reach. A missing cell denies. `public` needs no session and has no reach. */
export const POLICY = {
  public: {},
  /** The caller's own session, account and notifications. */
  "signed in": EVERYONE,
  "gov read": GOVERNMENT,
  /** Organization status, dialogue, submission review. */
  "gov write": { GOV_POC: "any", GOV_COMMAND_LEAD: "any", GOV_ADMIN: "any", GOV_SYSTEM_ADMIN: "any" },
  /** Giving a submission to a reviewer, or taking it from one. Everyone who reviews may do so with their own. */
  "review assignment": { GOV_COMMAND_LEAD: "own command", GOV_ADMIN: "any", GOV_SYSTEM_ADMIN: "any" },
  /** Engagements, their notes and attachments. */
  "engagement write": {
    GOV_POC: "own command",
    GOV_COMMAND_LEAD: "own command",
    GOV_ADMIN: "any",
    GOV_SYSTEM_ADMIN: "any",
  },
  publisher: { GOV_COMMAND_LEAD: "any", GOV_ADMIN: "any", GOV_SYSTEM_ADMIN: "any" },
  /** Listing commands and government users. */
  "admin tier": { GOV_COMMAND_LEAD: "any", GOV_ADMIN: "any", GOV_SYSTEM_ADMIN: "any" },
  /** Creating and changing government users. */
  "user administration": { GOV_COMMAND_LEAD: "own command", GOV_ADMIN: "any", GOV_SYSTEM_ADMIN: "any" },
  /**
   * Someone else's account: whether it is active, its sessions and its ways in. Industry users are reached by the
   * administrators of their organization, and by system administrators (app/domain/account/administered.server.ts).
   */
  "account administration": {
    GOV_COMMAND_LEAD: "own command",
    GOV_ADMIN: "any",
    GOV_SYSTEM_ADMIN: "any",
    INDUSTRY_ADMIN: "own organization",
  },
  /** Exporting the ledger and rerouting submissions. */
  enterprise: { GOV_ADMIN: "any", GOV_SYSTEM_ADMIN: "any" },
  "system admin": { GOV_SYSTEM_ADMIN: "any" },
  /** Reading the caller's own organization, and submitting for it. */
  industry: INDUSTRY,
  /** The same, except that a session without an organization gets 404 instead of 403 (GET /api/portal/profile). */
  "organization profile": INDUSTRY,
  "industry admin": { INDUSTRY_ADMIN: "own organization" },
  "submission read": { ...GOVERNMENT, ...INDUSTRY },
} as const satisfies Record<string, Partial<Record<Standing, Reach>>>;

export type Gate = keyof typeof POLICY;

/** Gates that hide what is behind them: a session that may not pass gets 404. */
const HIDING: ReadonlySet<Gate> = new Set(["organization profile"]);
export const hidesRecords = (gate: Gate): boolean => HIDING.has(gate);

export const isOpenToAll = (gate: Gate): boolean =>
  gate === "public" || Object.keys(EVERYONE).every((standing) => Object.hasOwn(POLICY[gate], standing));

/**
 * The organization of an actor that passed an industry gate.
 * @throws DomainError forbidden if it has none
 */
export function organizationOf(actor: Pick<Actor, "organizationId">): string {
  if (actor.organizationId === null) throw new DomainError("forbidden");
  return actor.organizationId;
}

/** The actor's row in the policy table. */
export function standingOf(actor: Pick<Actor, "role" | "industryRole">): Standing | null {
  return actor.role === "INDUSTRY" ? actor.industryRole : actor.role;
}

/** The actor's reach through a gate; null if the gate denies. */
export function reachThrough(gate: Gate, actor: Pick<Actor, "role" | "industryRole"> | null): Reach | null {
  const standing = actor && standingOf(actor);
  if (!standing) return null;
  const row: Partial<Record<Standing, Reach>> = POLICY[gate];
  return row[standing] ?? null;
}

/** Every gate that the actor may pass. */
export function gatesOf(actor: Pick<Actor, "role" | "industryRole">): Gate[] {
  return (Object.keys(POLICY) as Gate[]).filter((gate) => reachThrough(gate, actor) !== null);
}

/**
 * Whether a reach includes a record of a command. Reach to the own command means exactly that one, not the commands
 * below it. Only an actor that reaches everything reaches records without a command.
 */
export function reachesCommand(
  reach: Reach | null,
  actor: Pick<Actor, "commandId">,
  commandId: string | null,
): boolean {
  if (reach === "any") return true;
  return reach === "own command" && commandId !== null && actor.commandId === commandId;
}

/**
 * Decides whether an actor may pass a gate. No other function does.
 * @returns the actor's reach; null only for `public`
 * @throws DomainError unauthorized without a session, otherwise forbidden, or not_found for gates that hide
 */
export function decide(gate: Gate, actor: Actor | null): Reach | null {
  if (gate === "public") return null;
  if (!actor) throw new DomainError("unauthorized");
  const reach = reachThrough(gate, actor);
  if (!reach) throw new DomainError(hidesRecords(gate) ? "not_found" : "forbidden");
  return reach;
}
