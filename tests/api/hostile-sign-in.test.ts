import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { externalIdentity, user } from "#db/schema";
import { endSessionsOf } from "~/operations/session.server";
import { RATE_LIMITS } from "~/values/limits";
import { deactivate, insertPasswordLink } from "../support/arrange";
import { emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { HOUR, MINUTE, openPortal, type Portal, type TestResponse } from "../support/portal";
import {
  type Behavior,
  beginAuthorization,
  CALLBACK,
  comeBack,
  cookieIn,
  type Provider,
  startProvider,
  type Visit,
} from "../support/provider";

/*
 * What an attacker may try with single sign-on and with links to an account. Whatever a case does, nobody gets a session,
 * an identity or a password that is not theirs: each case says which sessions may begin, and the rest must stay as it was.
 */

const VICTIM = "poc" satisfies PersonKey;
const SUBJECT = "subject-of-the-victim";
const NEW = "Another-Horse-8-Battery";
const SESSION = "__Host-session";
const USE = "/api/account/password-link/use";
const SIGN_ON = "/account/single-sign-on";

interface Stage {
  portal: Portal;
  provider: Provider;
}
type Answers = TestResponse | readonly TestResponse[];
interface Case {
  settings?: Record<string, string>;
  /** Which people may get a session from it, in order. By default nobody. */
  sessions?: readonly PersonKey[];
  /** Whether an identity may be linked or a password set, once. */
  changes?: boolean;
  act: (stage: Stage) => Promise<Answers>;
}

let provider: Provider;
const stops: (() => void)[] = [];
beforeAll(async () => {
  provider = await startProvider((stop) => stops.push(stop));
});
afterAll(() => {
  for (const stop of stops) stop();
});

const linkTo = ({ portal: { db }, provider: { issuer } }: Stage, person: PersonKey, subject: string, at = issuer) =>
  db
    .insert(externalIdentity)
    .values({ issuer: at, subject, userId: idOf(person), createdAt: "2026-03-01" })
    .run();
const change = ({ portal }: Stage, person: PersonKey, values: Partial<typeof user.$inferInsert>) =>
  portal.db
    .update(user)
    .set(values)
    .where(eq(user.id, idOf(person)))
    .run();
const begin = ({ portal }: Stage) => beginAuthorization(portal);
const approve = ({ provider }: Stage, { address }: Visit, subject = SUBJECT) => provider.approve(address, subject);

/** A victim who signs in honestly at a provider that misbehaves as given. */
const withProvider = (behavior: Behavior | ((stage: Stage) => Behavior), settings?: Record<string, string>): Case =>
  ({
    settings,
    act: async (stage) => {
      const visit = await begin(stage);
      stage.provider.behavior = typeof behavior === "function" ? behavior(stage) : behavior;
      return comeBack(stage.portal, approve(stage, visit), visit.cookie);
    },
  }) as Case;
const withClaims = (claims: Record<string, unknown>, settings?: Record<string, string>) =>
  withProvider({ claims }, settings);

/** An honest visit whose answer is changed on the way back. */
const withAnswer = (edit: (query: URLSearchParams, stage: Stage) => URLSearchParams | string): Case => ({
  act: async (stage) => {
    const visit = await begin(stage);
    return comeBack(stage.portal, edit(approve(stage, visit), stage), visit.cookie);
  },
});
const edited = (edit: (query: URLSearchParams) => unknown) =>
  withAnswer((query) => {
    edit(query);
    return query;
  });

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;
const ACR = { OIDC_ACR_VALUES: "urn:example:piv" };

/** A visit that links an identity to the victim's account. @returns its cookie with the victim's session */
async function beginLink({ portal }: Stage): Promise<Visit> {
  const visit = await beginAuthorization(portal, SIGN_ON, VICTIM, { currentPassword: PASSWORD });
  return { ...visit, cookie: `${visit.cookie}; ${portal.cookieOf(VICTIM)}` };
}
/** Links an attacker's identity, unless something between the two steps prevents it. */
const linking = (between: (stage: Stage, visit: Visit) => unknown, settings?: Record<string, string>): Case => ({
  settings,
  act: async (stage) => {
    const visit = await beginLink(stage);
    const cookie = (await between(stage, visit)) ?? visit.cookie;
    return comeBack(stage.portal, approve(stage, visit, "subject-of-the-attacker"), String(cookie));
  },
});
/** The same through an administrator's link. */
const invited = (between: (stage: Stage, token: string) => unknown): Case => ({
  act: async (stage) => {
    const token = insertPasswordLink(stage.portal, VICTIM, { purpose: "IDENTITY", createdBy: idOf("admin") });
    const visit = await beginAuthorization(stage.portal, `/link-identity/${token}`);
    await between(stage, token);
    return comeBack(stage.portal, approve(stage, visit, "subject-of-the-attacker"), visit.cookie);
  },
});

/** Signs in honestly with an address to return to. It must stay on this site. */
const returningTo = (target: string): Case => ({
  sessions: [VICTIM],
  act: async ({ portal, ...stage }) => {
    const visit = await beginAuthorization(
      portal,
      `/login?${new URLSearchParams({ provider: "", redirectTo: target })}`,
    );
    const answer = await comeBack(portal, approve({ portal, ...stage }, visit), visit.cookie);
    const location = answer.headers.get("location") ?? "";
    expect(new URL(location, "https://portal.test").origin).toBe("https://portal.test");
    expect(location).toMatch(/^\/(?![/\\])/);
    return answer;
  },
});

const use = ({ portal }: Stage, token: string, password = NEW) =>
  portal.request(null, "POST", USE, { json: { token, password } });
/** Uses a password link of the victim after something that must revoke it. */
const usedAfter = (revoke: (stage: Stage, token: string) => unknown, settings?: Record<string, string>): Case => ({
  settings,
  act: async (stage) => {
    const token = insertPasswordLink(stage.portal, VICTIM, { createdBy: idOf("admin") });
    await revoke(stage, token);
    return use(stage, token);
  },
});

const CASES: Record<string, Case> = {
  // The browser
  "the callback arrives in a browser without the cookie": {
    act: async (stage) => comeBack(stage.portal, approve(stage, await begin(stage)), ""),
  },
  "the callback of an attacker's visit is opened in the victim's browser, which has its own visit": {
    act: async (stage) => {
      linkTo(stage, "lead", "subject-of-the-attacker");
      const [theirs, own] = [await begin(stage), await begin(stage)];
      return comeBack(stage.portal, approve(stage, theirs, "subject-of-the-attacker"), own.cookie);
    },
  },
  "another browser tries to use up the victim's visit": {
    sessions: [VICTIM],
    act: async (stage) => {
      const [theirs, own] = [await begin(stage), await begin(stage)];
      const query = approve(stage, own);
      const first = await comeBack(stage.portal, query, theirs.cookie);
      return [first, await comeBack(stage.portal, query, own.cookie)];
    },
  },
  "the cookie is guessed": {
    act: async (stage) =>
      comeBack(stage.portal, approve(stage, await begin(stage)), `__Host-identity=${"A".repeat(43)}`),
  },
  "the cookie comes without the prefix that binds it to this host": {
    act: async (stage) => {
      const visit = await begin(stage);
      return comeBack(stage.portal, approve(stage, visit), visit.cookie.replace("__Host-", ""));
    },
  },
  "another site sends the form that begins a visit": {
    act: ({ portal }) =>
      portal.request(null, "POST", "/login?provider=", { form: {}, headers: { "sec-fetch-site": "cross-site" } }),
  },
  "the browser has an attacker's session, which must not become the victim's": {
    sessions: [VICTIM],
    act: async (stage) => {
      const planted = stage.portal.cookieOf("acmeUser");
      const visit = await begin(stage);
      const answer = await comeBack(stage.portal, approve(stage, visit), `${visit.cookie}; ${planted}`);
      expect(cookieIn(answer, SESSION)).not.toBe(planted);
      const old = await stage.portal.request(null, "GET", "/api/session", { headers: { cookie: planted } });
      expect(old.status).toBe(401);
      return answer;
    },
  },
  // State
  "the state is unknown": edited((query) => query.set("state", "A".repeat(43))),
  "the state is missing": edited((query) => query.delete("state")),
  "the state is empty": edited((query) => query.set("state", "")),
  "the state is sent twice": edited((query) => query.append("state", query.get("state") ?? "")),
  "a second state is put in front": withAnswer((query) => `state=${"A".repeat(43)}&${query}`),
  "the answer is empty": withAnswer(() => ""),
  "the answer is too long": withAnswer((query) => `${query}&more=${"a".repeat(9_000)}`),
  "the callback is replayed": {
    sessions: [VICTIM],
    act: async (stage) => {
      const visit = await begin(stage);
      const query = approve(stage, visit);
      const first = await comeBack(stage.portal, query, visit.cookie);
      return [first, await comeBack(stage.portal, query, visit.cookie)];
    },
  },
  "the state is replayed with another code": {
    sessions: [VICTIM],
    act: async (stage) => {
      const visit = await begin(stage);
      const first = await comeBack(stage.portal, approve(stage, visit), visit.cookie);
      return [first, await comeBack(stage.portal, approve(stage, visit), visit.cookie)];
    },
  },
  "two callbacks of one visit race": {
    sessions: [VICTIM],
    act: async (stage) => {
      const visit = await begin(stage);
      const queries = [approve(stage, visit), approve(stage, visit)];
      return Promise.all(queries.map((query) => comeBack(stage.portal, query, visit.cookie)));
    },
  },
  "a refused visit is tried again with a good code": {
    act: async (stage) => {
      const visit = await begin(stage);
      const bad = approve(stage, visit);
      bad.set("code", "no-such-code");
      const first = await comeBack(stage.portal, bad, visit.cookie);
      return [first, await comeBack(stage.portal, approve(stage, visit), visit.cookie)];
    },
  },
  "the visit took ten minutes": {
    act: async (stage) => {
      const visit = await begin(stage);
      stage.portal.advance(10 * MINUTE);
      return comeBack(stage.portal, approve(stage, visit), visit.cookie);
    },
  },
  "a HEAD request finishes nothing": {
    act: async (stage) => {
      const visit = await begin(stage);
      const path = `${CALLBACK}?${approve(stage, visit)}`;
      return stage.portal.request(null, "HEAD", path, { headers: { cookie: visit.cookie } });
    },
  },
  // Mix-up and codes
  "the answer names another issuer (mix-up)": edited((query) => query.set("iss", "https://attacker.example")),
  "the answer names the issuer with a slash more": edited((query) => query.set("iss", `${query.get("iss")}/`)),
  "the answer leaves out the issuer": edited((query) => query.delete("iss")),
  "the answer names two issuers": edited((query) => query.append("iss", "https://attacker.example")),
  "the answer is an error": withAnswer(
    (query) => `state=${query.get("state")}&iss=${query.get("iss")}&error=access_denied`,
  ),
  "the answer has a code and an error": edited((query) => query.set("error", "access_denied")),
  "the answer has an ID token of its own": edited((query) => query.set("id_token", "e30.e30.")),
  "the answer is wrapped in another token": edited((query) => query.set("response", "e30.e30.")),
  "the code is missing": edited((query) => query.delete("code")),
  "the code is unknown": edited((query) => query.set("code", "no-such-code")),
  "the code is from another visit (code injection)": {
    act: async (stage) => {
      const [theirs, own] = [await begin(stage), await begin(stage)];
      const query = approve(stage, own, "subject-of-the-attacker");
      query.set("code", approve(stage, theirs).get("code") ?? "");
      return comeBack(stage.portal, query, own.cookie);
    },
  },
  // The ID token
  "the nonce is another": withClaims({ nonce: "A".repeat(43) }),
  "the nonce is missing": withProvider({ without: ["nonce"] }),
  "the token has expired": withClaims({ exp: inSeconds(-60) }),
  "the token never expires": withProvider({ without: ["exp"] }),
  "the token is not valid yet": withClaims({ nbf: inSeconds(3_600) }),
  "the token has no time of issue": withProvider({ without: ["iat"] }),
  "the token is for another audience": withClaims({ aud: "another-client" }),
  "the token has no audience": withProvider({ without: ["aud"] }),
  "the token is for several audiences, and was given to another": withClaims({
    aud: ["portal", "another-client"],
    azp: "another-client",
  }),
  "the token is from another issuer": withClaims({ iss: "https://attacker.example" }),
  "the token has no issuer": withProvider({ without: ["iss"] }),
  "the token is not signed (alg none)": withProvider({ signing: { key: "none" } }),
  "the token is signed with the client's secret (alg confusion)": withProvider({ signing: { key: "secret" } }),
  "the token is signed with another key": withProvider({ signing: { key: "other" } }),
  "the token names a key that the provider does not have": withProvider({ signing: { header: { kid: "key-2" } } }),
  "the token brings its own key": withProvider({
    signing: { key: "other", header: { kid: undefined, jwk: { kty: "RSA", e: "AQAB", n: "AQAB" } } },
  }),
  "the token needs an unknown extension": withProvider({ signing: { header: { crit: ["x"], x: true } } }),
  "the token was changed after it was signed": withProvider({
    claims: { sub: "another" },
    signing: { tamper: (claims) => ({ ...claims, sub: SUBJECT }) },
  }),
  "there is no ID token": withProvider({ without: ["id_token"] }),
  "the subject is missing": withProvider({ without: ["sub"] }),
  "the subject is empty": withClaims({ sub: "" }),
  "the subject is a number": withClaims({ sub: 7 }),
  "the subject is a list": withClaims({ sub: [SUBJECT] }),
  "the subject is too long": withClaims({ sub: "s".repeat(256) }),
  "the subject differs in case": withClaims({ sub: SUBJECT.toUpperCase() }),
  "the subject has spaces around it": withClaims({ sub: ` ${SUBJECT} ` }),
  // Who it is
  "another person's token is valid, but not linked": withClaims({ sub: "subject-of-a-stranger" }),
  "a stranger has the victim's email, verified": withClaims({
    sub: "stranger",
    email: emailOf(VICTIM),
    email_verified: true,
  }),
  "a stranger has the victim's email, unverified": withClaims({
    sub: "stranger",
    email: emailOf(VICTIM),
    email_verified: false,
  }),
  "a stranger claims to be an administrator": withClaims({
    sub: "stranger",
    email: "new@agency.test",
    email_verified: true,
    groups: ["GOV_SYSTEM_ADMIN"],
    role: "GOV_SYSTEM_ADMIN",
  }),
  "the same subject is linked at another issuer": {
    act: async (stage) => {
      linkTo(stage, "systemAdmin", "subject-2", "https://attacker.example");
      const visit = await begin(stage);
      return comeBack(stage.portal, approve(stage, visit, "subject-2"), visit.cookie);
    },
  },
  "the linked account is deactivated": {
    act: async (stage) => {
      const visit = await begin(stage);
      deactivate(stage.portal, VICTIM);
      return comeBack(stage.portal, approve(stage, visit), visit.cookie);
    },
  },
  "the required authentication context is missing": withProvider({}, ACR),
  "the authentication context is a lower one": withClaims({ acr: "urn:example:password" }, ACR),
  "the authentication context is a list with the required one": withClaims({ acr: ["urn:example:piv"] }, ACR),
  "the authentication context only begins like the required one": withClaims({ acr: "urn:example:piv2" }, ACR),
  // The provider's server
  "the token endpoint redirects to another place": withProvider(({ provider: { issuer } }) => ({
    token: (response) => response.writeHead(302, { location: `${issuer}/elsewhere` }).end(),
  })),
  "the token endpoint sends a page": withProvider({
    token: (response) => response.writeHead(200, { "content-type": "text/html" }).end("<p>Hello"),
  }),
  "the token endpoint fails": withProvider({ token: (response) => response.writeHead(500).end() }),
  "the token endpoint hangs up": withProvider({ token: (response) => response.destroy() }),
  "the token endpoint sends a megabyte": withProvider({
    token: (response) => response.writeHead(200, { "content-type": "application/json" }).end(" ".repeat(1_000_000)),
  }),
  "the provider has no keys": withProvider({ jwks: { keys: [] }, signing: { header: { kid: "key-3" } } }),
  // Where the browser goes
  "the return address is another site": returningTo("https://attacker.example/"),
  "the return address has no scheme": returningTo("//attacker.example"),
  "the return address has a backslash": returningTo("/\\attacker.example"),
  "the return address has dots": returningTo("/.//attacker.example"),
  "the return address has a tab": returningTo("/\t/attacker.example"),
  "the return address runs a script": returningTo("javascript:alert(1)"),
  "the return address has a user name": returningTo("https://portal.test@attacker.example/"),
  "the Host header names another site": {
    sessions: [VICTIM],
    act: async (stage) => {
      const answer = await stage.portal.request(null, "POST", "/login?provider=", {
        form: {},
        headers: { host: "attacker.example", "x-forwarded-host": "attacker.example" },
      });
      const address = (answer.headers.get("refresh") ?? "").replace("0;url=", "");
      expect(new URL(address).searchParams.get("redirect_uri")).toBe("https://portal.test/login/callback");
      const cookie = cookieIn(answer, "__Host-identity");
      const back = await comeBack(stage.portal, approve(stage, { address, cookie }), cookie, {
        host: "attacker.example",
      });
      expect(back.headers.get("location")).toBe("/gov");
      return back;
    },
  },
  // Linking
  "a link is finished in another person's session": linking(({ portal }, { cookie }) =>
    cookie.replace(portal.cookieOf(VICTIM), portal.cookieOf("lead")),
  ),
  "a link is finished without a session": linking((_stage, { cookie }) => cookie.split("; ")[0]),
  "a link is finished after the password was changed": linking(async ({ portal }) => {
    const json = { currentPassword: PASSWORD, newPassword: NEW };
    expect((await portal.request(VICTIM, "POST", "/api/account/password", { json })).status).toBe(200);
  }),
  "a link is finished in a new session after the password was changed": {
    sessions: [VICTIM],
    act: async (stage) => {
      const { portal } = stage;
      const visit = await beginLink(stage);
      const old = portal.cookieOf(VICTIM);
      const json = { currentPassword: PASSWORD, newPassword: NEW };
      expect((await portal.request(VICTIM, "POST", "/api/account/password", { json })).status).toBe(200);
      const credentials = { email: emailOf(VICTIM), password: NEW };
      const signedIn = await portal.request(null, "POST", "/api/session", { json: credentials });
      const cookie = visit.cookie.replace(old, cookieIn(signedIn, SESSION));
      return [signedIn, await comeBack(portal, approve(stage, visit, "subject-of-the-attacker"), cookie)];
    },
  },
  "a link is finished after the account was deactivated": linking(({ portal }) => void deactivate(portal, VICTIM)),
  "the identity is already linked to someone else": linking((stage) => {
    linkTo(stage, "lead", "subject-of-the-attacker");
  }),
  "a stolen session without the password begins a link": {
    act: ({ portal }) =>
      portal.request(VICTIM, "POST", SIGN_ON, { form: { currentPassword: "Wrong-Horse-7-Battery" } }),
  },
  "a stolen session makes a link for its own account": {
    act: ({ portal }) => portal.request("admin", "POST", `/api/accounts/${idOf("admin")}/identity-link`, { json: {} }),
  },
  "someone makes a link for an account beyond their reach": {
    act: ({ portal }) => portal.request("lead", "POST", `/api/accounts/${idOf("admin")}/identity-link`, { json: {} }),
  },
  "an administrator's link is finished after it expired": invited(({ portal }) => portal.advance(HOUR)),
  "an administrator's link is finished after its maker was deactivated": invited(({ portal }) => {
    deactivate(portal, "admin");
  }),
  "an administrator's link is finished after the account was signed out everywhere": invited(({ portal }) => {
    endSessionsOf(portal.db, idOf(VICTIM));
  }),
  "an administrator's link is finished twice": {
    changes: true,
    act: async (stage) => {
      const token = insertPasswordLink(stage.portal, VICTIM, { purpose: "IDENTITY", createdBy: idOf("admin") });
      const path = `/link-identity/${token}`;
      const [first, second] = [
        await beginAuthorization(stage.portal, path),
        await beginAuthorization(stage.portal, path),
      ];
      const one = await comeBack(stage.portal, approve(stage, first, "new-subject"), first.cookie);
      const two = await comeBack(stage.portal, approve(stage, second, "subject-of-the-attacker"), second.cookie);
      expect(stage.portal.db.query.externalIdentity.findMany().sync()).toMatchObject([{ subject: "new-subject" }]);
      return [one, two];
    },
  },
  "a password link is used to link an identity": {
    act: ({ portal }) =>
      portal.request(null, "POST", `/link-identity/${insertPasswordLink(portal, VICTIM)}`, { form: {} }),
  },
  "a link for an identity is used to set a password": {
    act: (stage) => use(stage, insertPasswordLink(stage.portal, VICTIM, { purpose: "IDENTITY" })),
  },
  // Password links
  "a password link is replayed": {
    changes: true,
    act: async (stage) => {
      const token = insertPasswordLink(stage.portal, VICTIM);
      const first = await use(stage, token);
      const { passwordHash } = stage.portal.db.query.user.findFirst({ where: eq(user.id, idOf(VICTIM)) }).sync() ?? {};
      const second = await use(stage, token, "Attackers-Horse-9-Battery");
      expect([first.status, second.status]).toEqual([200, 400]);
      const after = stage.portal.db.query.user.findFirst({ where: eq(user.id, idOf(VICTIM)) }).sync();
      expect(after?.passwordHash).toBe(passwordHash);
      return [first, second];
    },
  },
  "two uses of a password link race": {
    changes: true,
    act: async (stage) => {
      const token = insertPasswordLink(stage.portal, VICTIM);
      const answers = await Promise.all([use(stage, token), use(stage, token, "Attackers-Horse-9-Battery")]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      return answers;
    },
  },
  "a password link is used after an hour": usedAfter(({ portal }) => portal.advance(HOUR)),
  "a password link of a deactivated account is used": usedAfter(({ portal }) => void deactivate(portal, VICTIM)),
  "a password link is used after the account was reactivated": usedAfter((stage) => {
    deactivate(stage.portal, VICTIM);
    endSessionsOf(stage.portal.db, idOf(VICTIM));
    change(stage, VICTIM, { active: true });
  }),
  "a password link is used after the password was changed": usedAfter(({ portal }) =>
    portal.request(VICTIM, "POST", "/api/account/password", { json: { currentPassword: PASSWORD, newPassword: NEW } }),
  ),
  "a password link is used after its maker lost the role": usedAfter(
    (stage) => void change(stage, "admin", { role: "GOV_READONLY" }),
  ),
  "a password link is used while credentials are locked": usedAfter(() => undefined, { DEMO_LOCK_CREDENTIALS: "true" }),
  "tokens are guessed until the limit, and then even a good one is refused": {
    act: async (stage) => {
      const token = insertPasswordLink(stage.portal, VICTIM);
      for (let guess = 0; guess < RATE_LIMITS.accountLinkUse.max; guess += 1) await use(stage, `guess-${guess}`);
      const last = await use(stage, token);
      expect(last.status).toBe(429);
      return last;
    },
  },
  "a password link's address follows a Host header": {
    act: async ({ portal }) => {
      const answer = await portal.request("admin", "POST", `/api/accounts/${idOf(VICTIM)}/password-link`, {
        json: {},
        headers: { host: "attacker.example", "x-forwarded-host": "attacker.example" },
      });
      expect((answer.body as { data: { url: string } }).data.url).toMatch(/^https:\/\/portal\.test\/password\//);
      return answer;
    },
  },
};

/** Who has which way in: identities, passwords and accounts. */
const waysIn = ({ db }: Portal) => ({
  identities: db.query.externalIdentity.findMany().sync(),
  users: db.select({ id: user.id, hash: user.passwordHash, role: user.role }).from(user).all(),
});
const sessionsOf = ({ db }: Portal) => db.query.session.findMany().sync();

/** The cases that may change what they compare: they arrange it themselves. */
const comparable = ({ identities, users }: ReturnType<typeof waysIn>) => ({
  identities: identities.filter(({ subject }) => subject === "subject-of-the-attacker" || subject === "stranger"),
  accounts: users.map(({ id }) => id),
});

describe("hostile cases of single sign-on and recovery", () => {
  test("are at least 60", () => {
    expect(Object.keys(CASES).length).toBeGreaterThanOrEqual(60);
  });

  test.each(Object.entries(CASES))("%s", async (_name, { settings, sessions = [], changes = false, act }) => {
    provider.behavior = {};
    const portal = await openPortal({ ...provider.settings, ...settings });
    const stage = { portal, provider };
    linkTo(stage, VICTIM, SUBJECT);
    const known = new Set(["admin", "lead", VICTIM, "acmeUser"].map((person) => portal.cookieOf(person as PersonKey)));
    const before = { sessions: new Set(sessionsOf(portal).map(({ id }) => id)), ways: waysIn(portal) };
    const answers = [await act(stage)].flat();

    const begun = sessionsOf(portal).filter(({ id }) => !before.sessions.has(id));
    expect(begun.map(({ userId }) => userId)).toEqual(sessions.map(idOf));
    const tokens = answers.map((answer) => cookieIn(answer, SESSION)).filter((cookie) => cookie && !known.has(cookie));
    expect(tokens).toHaveLength(sessions.length);
    const after = waysIn(portal);
    expect(comparable(after).accounts).toEqual(comparable(before.ways).accounts);
    if (!changes) {
      const attackers = after.identities.filter(
        ({ userId, subject }) => userId === idOf(VICTIM) && subject !== SUBJECT,
      );
      expect(attackers).toEqual([]);
    }
    expect(provider.requests["/elsewhere"]).toBeUndefined();
    for (const { status } of answers) expect(status).not.toBe(500);
  });
});

describe("what an attacker learns", () => {
  const headersOf = ({ headers }: TestResponse) => [headers.get("location"), headers.getSetCookie().length];

  test("an unknown identity and a deactivated account's get the same response", async () => {
    provider.behavior = {};
    const portal = await openPortal(provider.settings);
    const stage = { portal, provider };
    linkTo(stage, VICTIM, SUBJECT);
    deactivate(portal, VICTIM);
    const answers = [];
    for (const subject of [SUBJECT, "unknown"]) {
      const visit = await begin(stage);
      answers.push(await comeBack(portal, approve(stage, visit, subject), visit.cookie));
    }
    const [known, unknown] = answers as [TestResponse, TestResponse];
    expect(headersOf(known)).toEqual(headersOf(unknown));
    expect(known.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie());
  });

  test("with GOVERNMENT_PASSWORDS=off, each sign-in costs one hash, for any account", async () => {
    const portal = await openPortal({ ...provider.settings, GOVERNMENT_PASSWORDS: "off" });
    const { passwords } = portal.services;
    let hashes = 0;
    const counted = {
      ...passwords,
      verify: (...given: Parameters<typeof passwords.verify>) => {
        hashes += 1;
        return passwords.verify(...given);
      },
    };
    portal.services.passwords = counted;
    const bodies = [];
    for (const email of [emailOf(VICTIM), "nobody@example.test"]) {
      const answer = await portal.request(null, "POST", "/api/session", { json: { email, password: PASSWORD } });
      bodies.push([answer.status, answer.body, hashes]);
    }
    expect(bodies.map(([status]) => status)).toEqual([401, 401]);
    expect(bodies[0]?.[1]).toEqual(bodies[1]?.[1]);
    expect(bodies.map(([, , count]) => count)).toEqual([1, 2]);
  });

  test("the state in the cookie's visit follows from nothing in the database", async () => {
    provider.behavior = {};
    const portal = await openPortal(provider.settings);
    const { address, cookie } = await beginAuthorization(portal);
    const secret = cookie.split("=")[1] ?? "";
    const nonce = createHmac("sha256", secret).update("identity nonce").digest("base64url");
    expect(new URL(address).searchParams.get("nonce")).toBe(nonce);
    const rows = JSON.stringify(portal.db.query.identityRequest.findMany().sync());
    for (const value of [secret, nonce, new URL(address).searchParams.get("state")]) expect(rows).not.toContain(value);
  });
});
