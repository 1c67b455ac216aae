import { DEMONSTRATION_PASSWORD, FIRST_ADMIN } from "~/demo/stage/credentials";
import { COLLEAGUES } from "./colleagues";
import { ORGANIZATIONS } from "./organizations";
import { PEOPLE } from "./people";

/** How many organizations to list with their people. The others have the same password. */
const LISTED_ORGANIZATIONS = 4;

/** A text table of emails, passwords and roles for signing in. */
export function signInTable(): string {
  const government = PEOPLE.map(({ email, role, command }) => [email, command ? `${role}, ${command}` : role]);
  const industry = ORGANIZATIONS.slice(0, LISTED_ORGANIZATIONS).flatMap(({ key, orgName, email }) => [
    [email, `INDUSTRY_ADMIN, ${orgName}`],
    ...COLLEAGUES.filter((colleague) => colleague.organization === key).map((colleague) => [
      colleague.email,
      `${colleague.industryRole}, ${orgName}`,
    ]),
  ]);
  const rows = [[FIRST_ADMIN.email, "GOV_SYSTEM_ADMIN"], ...government, ...industry].map(([email = "", role = ""]) => [
    email,
    DEMONSTRATION_PASSWORD,
    role,
  ]);
  const others = ORGANIZATIONS.length - LISTED_ORGANIZATIONS;
  return [
    columns([["Email", "Password", "Role"], ...rows]),
    `The people of the ${others} other organizations have the password ${DEMONSTRATION_PASSWORD} too.`,
  ].join("\n\n");
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
