import { expect } from "vitest";
import { administratorFor, deactivateAs, setActive } from "./administration";
import { insertPasswordLink } from "./arrange";
import { idOf, PASSWORD, type PersonKey } from "./cast";
import type { Portal, TestResponse } from "./portal";

/*
 * What ends everything that a person has begun, each as someone does it: through the API or on a page. Only what gives the
 * account another administrator, and makes a password link, writes to the database directly. Credentials must be unlocked.
 */

const NEW_PASSWORD = "Granite-Sparrow-58-Beacon";

export interface Ending {
  /** Completes the sentence "if …". */
  what: string;
  /** Whether the account is deactivated then. */
  isInactive?: boolean;
  /** Whether it exists only for government users. */
  isOfGovernment?: boolean;
  /** @param person by default the point of contact */
  end: (portal: Portal, person?: PersonKey) => Promise<unknown>;
}

async function succeed(answer: Promise<TestResponse>): Promise<void> {
  const { status, text } = await answer;
  expect(status, text.slice(0, 500)).toBeLessThan(400);
}

/** A request of someone who may administer a person's account. */
const administer = (portal: Portal, person: PersonKey, method: string, path: string, json?: object) =>
  succeed(portal.request(administratorFor(portal, person), method, path, { json }));

/** Reactivates an account. What was begun before must not be valid again. */
export const reactivate = (portal: Portal, person: PersonKey = "poc") =>
  succeed(setActive(portal, administratorFor(portal, person), person, true));

export const DEACTIVATIONS: readonly Ending[] = [
  {
    what: "an administrator deactivates the account",
    isInactive: true,
    end: (portal, person = "poc") => deactivateAs(portal, person),
  },
  {
    what: "an administrator deactivates the account on its page",
    isInactive: true,
    end: (portal, person = "poc") => deactivateAs(portal, person, "page"),
  },
  {
    what: "an administrator deactivates the account in the recertification",
    isInactive: true,
    isOfGovernment: true,
    end: (portal, person = "poc") =>
      administer(portal, person, "POST", "/api/gov/admin/recertification", {
        confirm: [],
        deactivate: [idOf(person)],
      }),
  },
];

/** What ends sessions and unfinished sign-ins, and leaves the account active. */
const OTHER_ENDINGS: readonly Ending[] = [
  {
    what: "the account is deactivated and reactivated",
    end: (portal, person = "poc") => deactivateAs(portal, person, "and back"),
  },
  {
    what: "an administrator ends all sessions",
    end: (portal, person = "poc") => administer(portal, person, "DELETE", `/api/accounts/${idOf(person)}/sessions`),
  },
  {
    what: "a system administrator changes the email",
    isOfGovernment: true,
    end: (portal, person = "poc") =>
      administer(portal, person, "PATCH", `/api/gov/admin/users/${idOf(person)}/email`, {
        email: "moved@example.test",
      }),
  },
  {
    what: "a password link is used",
    end: (portal, person = "poc") => {
      const json = { token: insertPasswordLink(portal, person), password: NEW_PASSWORD };
      return succeed(portal.request(null, "POST", "/api/account/password-link/use", { json }));
    },
  },
  {
    what: "the password is changed in another session",
    end: (portal, person = "poc") => {
      portal.newSessions();
      const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
      return succeed(portal.request(person, "POST", "/api/account/password", { json }));
    },
  },
  {
    what: "another session ends all others",
    end: (portal, person = "poc") => {
      portal.newSessions();
      return succeed(portal.request(person, "POST", "/account?endOthers", { form: {} }));
    },
  },
];

export const ENDINGS = [...DEACTIVATIONS, ...OTHER_ENDINGS];
export const INDUSTRY_ENDINGS = ENDINGS.filter(({ isOfGovernment }) => !isOfGovernment);
