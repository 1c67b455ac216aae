import { GOVERNMENT_ROLES, type Role } from "#db/enumerations";
import { reachThrough } from "../policy/policy";

const REVIEWING_ROLES: readonly Role[] = GOVERNMENT_ROLES.filter((role) =>
  reachThrough("gov write", { role, industryRole: null }),
);

/** SQL of whether the row `user` may take part in reviews: someone active, whose role passes the gate of reviews. */
export const IS_REVIEWER = `user.active = 1 AND user.role IN (${REVIEWING_ROLES.map((role) => `'${role}'`).join(", ")})`;

/** Whether someone of this role may own a submission. */
export const mayReviewAs = (role: Role): boolean => REVIEWING_ROLES.includes(role);
