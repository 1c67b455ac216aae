import type { GovernmentRole, IndustryRole } from "#db/enumerations";
import { DEMONSTRATION_PASSWORD, FIRST_ADMIN } from "~/demo/stage/credentials";
import { COLLEAGUES } from "./colleagues";
import { LEFT } from "./leavers";
import { ORGANIZATIONS } from "./organizations";
import { PEOPLE } from "./people";

/** How many organizations to list with their people. The others have the same password. */
const LISTED_ORGANIZATIONS = 4;

interface SignIn {
  email: string;
  role: GovernmentRole | IndustryRole;
  /** The name of the command or organization. */
  of: string | null;
}

function signIns(): SignIn[] {
  const industry = ORGANIZATIONS.slice(0, LISTED_ORGANIZATIONS).flatMap(({ key, orgName, email }): SignIn[] => [
    { email, role: "INDUSTRY_ADMIN", of: orgName },
    ...COLLEAGUES.filter(({ organization }) => organization === key).map((colleague) => ({
      email: colleague.email,
      role: colleague.industryRole,
      of: orgName,
    })),
  ]);
  const all: SignIn[] = [
    { email: FIRST_ADMIN.email, role: "GOV_SYSTEM_ADMIN", of: null },
    ...PEOPLE.map(({ email, role, command }) => ({ email, role, of: command })),
    ...industry,
  ];
  return all.filter(({ email }) => !LEFT.has(email));
}

/** A text table of emails, passwords and roles for signing in. */
export function signInTable(): string {
  const others = ORGANIZATIONS.length - LISTED_ORGANIZATIONS;
  return [
    tableOf(signIns()),
    `The people of the ${others} other organizations have the password ${DEMONSTRATION_PASSWORD} too.`,
  ].join("\n\n");
}

/** The same table with one person of each role, as the README lists them. */
export function shortSignInTable(): string {
  const all = signIns();
  const roles = [...new Set(all.map(({ role }) => role))];
  return [
    tableOf(roles.flatMap((role) => all.find((person) => person.role === role) ?? [])),
    "Everyone else has this password too: see people.ts, colleagues.ts and organizations.ts in app/demo.",
  ].join("\n\n");
}

function tableOf(people: readonly SignIn[]): string {
  const rows = people.map(({ email, role, of }) => [email, DEMONSTRATION_PASSWORD, of ? `${role}, ${of}` : role]);
  return columns([["Email", "Password", "Role"], ...rows]);
}

function columns(rows: readonly string[][]): string {
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("   ")
        .trimEnd(),
    )
    .join("\n");
}
