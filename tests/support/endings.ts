import { expect } from "vitest";
import { insertPasswordLink } from "./arrange";
import { idOf, PASSWORD } from "./cast";
import type { Portal, TestResponse } from "./portal";

/*
 * What ends everything that the point of contact has begun, each as someone does it: through the API or on a page. None of
 * it writes to the database directly.
 */

const ID = idOf("poc");
const NEW_PASSWORD = "Granite-Sparrow-58-Beacon";
const USERS = "/api/gov/admin/users";

export interface Ending {
  /** Completes the sentence "after …". */
  what: string;
  /** Whether the account is deactivated then. */
  isInactive?: boolean;
  end: (portal: Portal) => Promise<unknown>;
}

async function succeed(answer: Promise<TestResponse>): Promise<void> {
  const { status, text } = await answer;
  expect(status, text.slice(0, 500)).toBeLessThan(400);
}

const setActive = (portal: Portal, active: boolean) =>
  succeed(portal.request("admin", "PATCH", USERS, { json: { userId: ID, active } }));

/** Reactivates the account. What was begun before must not be valid again. */
export const reactivate = (portal: Portal) => setActive(portal, true);

export const DEACTIVATIONS: readonly Ending[] = [
  { what: "an administrator deactivates the account", isInactive: true, end: (portal) => setActive(portal, false) },
  {
    what: "an administrator deactivates the account on its page",
    isInactive: true,
    end: (portal) =>
      succeed(portal.request("lead", "POST", `/gov/admin/users/${ID}/deactivate`, { form: { active: "false" } })),
  },
  {
    what: "an administrator deactivates the account in the recertification",
    isInactive: true,
    end: (portal) =>
      succeed(
        portal.request("admin", "POST", "/api/gov/admin/recertification", { json: { confirm: [], deactivate: [ID] } }),
      ),
  },
];

/** What ends sessions and unfinished sign-ins, and leaves the account active. */
export const OTHER_ENDINGS: readonly Ending[] = [
  {
    what: "the account is deactivated and reactivated",
    end: async (portal) => {
      await setActive(portal, false);
      await reactivate(portal);
    },
  },
  {
    what: "an administrator ends all sessions",
    end: (portal) => succeed(portal.request("admin", "DELETE", `/api/accounts/${ID}/sessions`)),
  },
  {
    what: "a system administrator changes the email",
    end: (portal) =>
      succeed(
        portal.request("systemAdmin", "PATCH", `${USERS}/${ID}/email`, { json: { email: "moved@example.test" } }),
      ),
  },
  {
    what: "a password link is used",
    end: (portal) => {
      const json = { token: insertPasswordLink(portal, "poc"), password: NEW_PASSWORD };
      return succeed(portal.request(null, "POST", "/api/account/password-link/use", { json }));
    },
  },
  {
    what: "the password is changed in another session",
    end: (portal) => {
      portal.newSessions();
      const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      return succeed(portal.request("poc", "POST", "/api/account/password", { json }));
    },
  },
  {
    what: "another session ends all others",
    end: (portal) => {
      portal.newSessions();
      return succeed(portal.request("poc", "POST", "/account?endOthers", { form: {} }));
    },
  },
];

export const ENDINGS = [...DEACTIVATIONS, ...OTHER_ENDINGS];
