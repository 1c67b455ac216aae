import type { GovernmentRole, IndustryRole } from "#db/enumerations";
import type { Database } from "#db/open";
import { command, organization, user } from "#db/schema";
import { comparisonKey } from "~/values/text";

/** The time at which every test's clock starts. */
export const START = new Date("2026-03-02T15:00:00.000Z");

/** The password of every person in the cast. */
export const PASSWORD = "Correct-Horse-7-Battery";

export const COMMANDS = { alpha: "command-alpha", bravo: "command-bravo" } as const;
export const ORGANIZATIONS = { acme: "organization-acme", borealis: "organization-borealis" } as const;

interface Person {
  role: GovernmentRole | "INDUSTRY";
  commandId?: string;
  industryRole?: IndustryRole;
  organizationId?: string;
}

/** A person with each role, and a second one for the roles that are limited to a command or an organization. */
const CAST = {
  readonly: { role: "GOV_READONLY", commandId: COMMANDS.alpha },
  poc: { role: "GOV_POC", commandId: COMMANDS.alpha },
  lead: { role: "GOV_COMMAND_LEAD", commandId: COMMANDS.alpha },
  admin: { role: "GOV_ADMIN" },
  systemAdmin: { role: "GOV_SYSTEM_ADMIN" },
  bravoPoc: { role: "GOV_POC", commandId: COMMANDS.bravo },
  acmeAdmin: { role: "INDUSTRY", industryRole: "INDUSTRY_ADMIN", organizationId: ORGANIZATIONS.acme },
  acmeUser: { role: "INDUSTRY", industryRole: "INDUSTRY_USER", organizationId: ORGANIZATIONS.acme },
  borealisAdmin: { role: "INDUSTRY", industryRole: "INDUSTRY_ADMIN", organizationId: ORGANIZATIONS.borealis },
} as const satisfies Record<string, Person>;

export type PersonKey = keyof typeof CAST;
export const PEOPLE = Object.keys(CAST) as PersonKey[];
export const INDUSTRY_PEOPLE = ["acmeAdmin", "acmeUser", "borealisAdmin"] as const satisfies readonly PersonKey[];

export const idOf = (key: PersonKey) => `user-${key}`;
export const emailOf = (key: PersonKey) => `${key.toLowerCase()}@example.test`;
/** A person's role, in the form that the policy's `standingOf` takes. */
export const standingOf = (key: PersonKey) => {
  const { role, industryRole }: Person = CAST[key];
  return { role, industryRole: industryRole ?? null };
};
/** What decides who a person may administer. */
export const actorOf = (key: PersonKey) => {
  const { commandId, organizationId }: Person = CAST[key];
  return {
    ...standingOf(key),
    role: roleOf(key),
    commandId: commandId ?? null,
    organizationId: organizationId ?? null,
  };
};
export const roleOf = (key: PersonKey): Person["role"] => CAST[key].role;

/** Writes the cast: two commands, two organizations, and their people. */
export function insertCast(db: Database, passwordHash: string): void {
  const at = START.toISOString();
  const times = { createdAt: at, updatedAt: at };
  for (const [name, id] of Object.entries(COMMANDS)) {
    const abbreviation = name.toUpperCase();
    db.insert(command)
      .values({
        id,
        name: `Command ${name}`,
        nameKey: comparisonKey(`Command ${name}`),
        abbreviation,
        abbreviationKey: comparisonKey(abbreviation),
        echelon: "Brigade",
        ...times,
      })
      .run();
  }
  for (const [name, id] of Object.entries(ORGANIZATIONS)) {
    const full = `${name} industries`;
    db.insert(organization)
      .values({ id, name: full, nameKey: comparisonKey(full), orgType: "COMPANY", ...times })
      .run();
  }
  for (const key of PEOPLE) {
    const person: Person = CAST[key];
    db.insert(user)
      .values({ id: idOf(key), email: emailOf(key), name: `Person ${key}`, ...person, passwordHash, ...times })
      .run();
  }
}
