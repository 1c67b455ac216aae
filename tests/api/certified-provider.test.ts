import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { expect, onTestFinished, test } from "vitest";
import { externalIdentity } from "#db/schema";
import { emailOf, idOf } from "../support/cast";
import { openPortal } from "../support/portal";
import { beginAuthorization, CLIENT_ID, CLIENT_SECRET, comeBack, cookieIn, PUBLIC_ORIGIN } from "../support/provider";

/* Single sign-on with oidc-provider, a certified implementation that we did not write. */

const SUBJECT = "person-1";
const ACR = "urn:example:mfa";
const MOST_REDIRECTS = 10;

/** Starts oidc-provider on loopback. Everyone who comes is signed in as the same person. */
async function startCertifiedProvider(isPublic: boolean): Promise<string> {
  let handle: ReturnType<Provider["callback"]> | undefined;
  const server: Server = createServer((request, response) => void handle?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        redirect_uris: [`${PUBLIC_ORIGIN}/login/callback`],
        response_types: ["code"],
        grant_types: ["authorization_code"],
        ...(isPublic
          ? { token_endpoint_auth_method: "none" }
          : { client_secret: CLIENT_SECRET, token_endpoint_auth_method: "client_secret_basic" }),
      },
    ],
    clientAuthMethods: isPublic ? ["none"] : ["client_secret_basic"],
    acrValues: [ACR],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  const inner = provider.callback();
  handle = async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return inner(request, response);
    const grant = new provider.Grant({ accountId: SUBJECT, clientId: CLIENT_ID });
    grant.addOIDCScope("openid");
    const grantId = await grant.save();
    return provider.interactionFinished(request, response, {
      login: { accountId: SUBJECT, acr: ACR },
      consent: { grantId },
    });
  };
  return issuer;
}

/** Follows the provider's redirects as a browser does, until it leads back. @returns the callback's query */
async function visit(address: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let count = 0; count < MOST_REDIRECTS; count += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`${response.status} ${await response.text()}`);
    next = new URL(location, next).href;
    if (next.startsWith(`${PUBLIC_ORIGIN}/login/callback?`)) return new URL(next).search.slice(1);
  }
  throw new Error("too many redirects");
}

test.each([
  ["a confidential client", false],
  ["a public client", true],
])("a linked person signs in at oidc-provider through %s", async (_name, isPublic) => {
  const issuer = await startCertifiedProvider(isPublic);
  const portal = await openPortal({
    ...{ PUBLIC_ORIGIN, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT_ID, OIDC_ACR_VALUES: ACR },
    ...{ REQUIRE_SECOND_FACTOR: "government", DEMO_LOCK_CREDENTIALS: "false" },
    ...(!isPublic && { OIDC_CLIENT_SECRET: CLIENT_SECRET }),
  });
  const finish = async () => {
    const { address, cookie } = await beginAuthorization(portal);
    return comeBack(portal, await visit(address), cookie);
  };
  const stranger = await finish();
  expect([stranger.headers.get("location"), cookieIn(stranger, "__Host-session")]).toEqual(["/login", ""]);
  portal.db
    .insert(externalIdentity)
    .values({ issuer, subject: SUBJECT, userId: idOf("poc"), createdAt: portal.now().toISOString() })
    .run();
  const answer = await finish();
  expect(answer.headers.get("location")).toBe("/gov");
  const headers = { cookie: cookieIn(answer, "__Host-session") };
  const session = await portal.request(null, "GET", "/api/session", { headers });
  expect(session.body).toMatchObject({ data: { email: emailOf("poc") } });
  // The provider's second factor counts, so the person need not set up another.
  expect((await portal.request(null, "GET", "/gov", { headers })).status).toBe(200);
});
