import { describe, expect, test } from "vitest";
import { administrationOf } from "~/domain/account-administration/rules";
import { reachThrough } from "~/policy/policy";
import { mayAdminister, refusalOf, setActive } from "../support/administration";
import { deactivate, linkIdentity } from "../support/arrange";
import { actorOf, idOf, PEOPLE, type PersonKey } from "../support/cast";
import { openPortal, type Portal, type TestResponse } from "../support/portal";
import { contents } from "../support/scenario";
import { insertSecondFactor } from "../support/second-factor";

/*
 * Who may do what to whose account, for every pair of people (docs/contract.md#administering-accounts): first the rule,
 * then each action through the API.
 */

for (const administrator of PEOPLE) {
  for (const person of PEOPLE) {
    const allowed = mayAdminister(administrator, person);
    test(`${administrator} ${allowed ? "may" : "may not"} administer ${idOf(person)}`, () => {
      const actor = actorOf(administrator);
      const reach = reachThrough("account administration", actor);
      const may = reach !== null && administrationOf(reach, actor, actorOf(person)) === "allowed";
      expect(may).toBe(allowed);
    });
  }
}

interface Action {
  /** Prepares the account. */
  given?: (portal: Portal, person: PersonKey) => unknown;
  send: (portal: Portal, as: PersonKey | null, person: PersonKey) => Promise<TestResponse>;
  /** The events of a success. */
  events: (person: PersonKey) => string[];
  /** What refuses an administrator who may administer the account. */
  guard?: (as: PersonKey, person: PersonKey) => number | undefined;
  /** The status for someone who may not administer the account, if it does not depend on who they are. */
  refused?: number;
  /** The status of a success, if it is not 200. */
  done?: number;
  /** Whether a guard's refusal leaves no audit row. */
  isQuiet?: boolean;
}

const signIn = (portal: Portal, person: PersonKey) => portal.cookieOf(person);

const kindOf = (person: PersonKey) => (actorOf(person).role === "INDUSTRY" ? "industry_user" : "gov_user");

/** To test another action on accounts, add it here. */
const ACTIONS: Record<string, Action> = {
  deactivate: {
    send: (portal, as, person) => setActive(portal, as, person, false),
    events: (person) => [`${kindOf(person)}_deactivated`],
    // Nobody deactivates themselves, and the other two are the only administrators of their organizations.
    guard: (as, person) => (as === person || person === "acmeAdmin" || person === "borealisAdmin" ? 400 : undefined),
  },
  reactivate: {
    given: deactivate,
    send: (portal, as, person) => setActive(portal, as, person, true),
    events: (person) => [`${kindOf(person)}_reactivated`],
    // Someone whose account is deactivated has no session.
    guard: (as, person) => (as === person ? 401 : undefined),
  },
  confirm: {
    send: (portal, as, person) =>
      portal.request(as, "POST", "/api/gov/admin/recertification", { json: { confirm: [idOf(person)] } }),
    events: () => ["gov_user_confirmed"],
    // Only government accounts are confirmed. Industry administrators do not pass the gate.
    guard: (as, person) =>
      actorOf(as).role === "INDUSTRY" ? 403 : actorOf(person).role === "INDUSTRY" ? 400 : undefined,
    refused: 403,
  },
  "release the email of": {
    send: (portal, as, person) => {
      const kind = actorOf(person).role === "INDUSTRY" ? "industry-users" : "users";
      const path = `/api/gov/admin/${kind}/${idOf(person)}${kind === "users" ? "/email" : ""}`;
      return portal.request(as, "PATCH", path, { json: { email: "released-1@example.invalid" } });
    },
    events: (person) => [actorOf(person).role === "INDUSTRY" ? "industry_user_email_changed" : "gov_user_updated"],
    // Only system administrators release what someone else may own.
    guard: (as) => (as === "systemAdmin" ? undefined : 403),
    refused: 403,
  },
  "make a password link to": {
    send: (portal, as, person) =>
      portal.request(as, "POST", `/api/accounts/${idOf(person)}/password-link`, { json: {} }),
    events: () => ["password_link_created"],
    // People change their own password instead.
    guard: (as, person) => (as === person ? 400 : undefined),
    done: 201,
    isQuiet: true,
  },
  "remove the second factor of": {
    given: (portal, person) => insertSecondFactor(portal, person),
    send: (portal, as, person) => portal.request(as, "DELETE", `/api/accounts/${idOf(person)}/second-factor`),
    events: () => ["second_factor_removed"],
    // People turn off their own on their account page.
    guard: (as, person) => (as === person ? 403 : undefined),
  },
  "unlink the identity of": {
    given: linkIdentity,
    send: (portal, as, person) => portal.request(as, "DELETE", `/api/accounts/${idOf(person)}/identity`),
    events: () => ["identity_unlinked"],
    // People unlink their own on their account page.
    guard: (as, person) => (as === person ? 403 : undefined),
  },
  "end all sessions of": {
    given: signIn,
    send: (portal, as, person) => portal.request(as, "DELETE", `/api/accounts/${idOf(person)}/sessions`),
    events: () => ["account_sessions_ended"],
  },
  "end a session of": {
    given: signIn,
    send: async (portal, as, person) => {
      const list = `/api/accounts/${idOf(person)}/sessions`;
      const { status, body } = await portal.request(as, "GET", list);
      const [open] = status === 200 ? (body as { data: { id: string }[] }).data.slice(-1) : [];
      return portal.request(as, "DELETE", `${list}/${open?.id ?? "unknown"}`);
    },
    events: () => ["account_sessions_ended"],
  },
};

describe.each(Object.entries(ACTIONS))(
  "to %s an account",
  (_name, { given, send, events, guard, refused, done = 200, isQuiet }) => {
    const gate = (as: PersonKey) => (reachThrough("account administration", actorOf(as)) === null ? 403 : undefined);

    for (const as of [null, ...PEOPLE]) {
      test.each(PEOPLE)(`${as ?? "nobody"} is allowed or refused for %s`, async (person) => {
        const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
        if (as) portal.cookieOf(as);
        given?.(portal, person);
        const isOut = (await portal.request(as, "GET", "/api/session")).status === 401;
        const before = contents(portal);
        const { status, text } = await send(portal, as, person);
        if (as === null) {
          expect(status).toBe(401);
        } else if (mayAdminister(as, person)) {
          expect(status, text).toBe(guard?.(as, person) ?? done);
        } else {
          expect(status, text).toBe(as === person && isOut ? 401 : (refused ?? gate(as) ?? refusalOf(as)));
        }
        const audited = portal.auditRows().map(({ event }) => event);
        if (status === done) {
          expect(audited).toEqual(events(person));
          expect(contents(portal)).not.toEqual(before);
        } else {
          expect(audited).toEqual(status === 400 && !refused && !isQuiet ? ["authorization_failure"] : []);
          expect(contents(portal)).toEqual(before);
        }
      });
    }
  },
);
