/** How many records of each kind the ledger has. They are numbered from 1. */
export interface Sizes {
  submission: number;
  organization: number;
  government: number;
  industry: number;
  command: number;
  call: number;
  announcement: number;
  engagement: number;
  dialogue: number;
}

export type Kind = keyof Sizes;

/** In proportion to an agency with 1,000,000 submissions, 50,000 organizations and 2,000 government users. */
export function sizesOf(records: number): Sizes {
  const oneIn = (share: number, least: number) => Math.max(least, Math.round(records / share));
  const organization = oneIn(20, 200);
  return {
    submission: records,
    organization,
    government: oneIn(500, 60),
    industry: organization * 2,
    command: oneIn(10_000, 8),
    call: oneIn(250, 120),
    announcement: oneIn(500, 40),
    engagement: oneIn(10, 400),
    dialogue: organization * 3,
  };
}

/** Calls that take submissions now, that open later, and drafts: the newest ones. All others are closed. */
export const NEWEST_CALLS = { OPEN: 60, PENDING: 6, DRAFT: 10 } as const;

/** The first government users by role, as shares of all. The others may only read. */
const ROLE_SHARES = [
  ["GOV_SYSTEM_ADMIN", 0.002],
  ["GOV_ADMIN", 0.01],
  ["GOV_COMMAND_LEAD", 0.05],
  ["GOV_POC", 0.74],
] as const;

/** How many government users have each role. Users have numbers in this order. */
export function countsByRole(government: number): [role: string, count: number][] {
  const counts = ROLE_SHARES.map(([role, share]): [string, number] => [role, Math.ceil(government * share)]);
  const others = government - counts.reduce((sum, [, count]) => sum + count, 0);
  return [...counts, ["GOV_READONLY", others]];
}
