import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished } from "vitest";
import type { PersonKey } from "./cast";
import type { Portal, TestResponse } from "./portal";

/*
 * An OpenID Connect provider on loopback that does whatever a test asks, and the two requests of a browser that visits it.
 */

export const CLIENT_ID = "portal";
export const CLIENT_SECRET = "a-client-secret-of-the-tests";
export const PUBLIC_ORIGIN = "https://portal.test";
export const CALLBACK = "/login/callback";

const keyOf = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
/** Made once, because making a key takes time. */
const [KEY, OTHER_KEY] = [keyOf(), keyOf()];

type Claims = Record<string, unknown>;
export interface Signing {
  header?: Claims;
  key?: "other" | "none" | "secret";
  /** Changes the payload after it was signed. */
  tamper?: (claims: Claims) => Claims;
}

/** What a token request gets. */
export interface Behavior {
  claims?: Claims;
  /** Claims to leave out. */
  without?: string[];
  signing?: Signing;
  /** Responds to the token request in another way. */
  token?: (response: ServerResponse) => void;
  metadata?: Claims;
  jwks?: object;
  /** Runs before the response to a request for this path, which waits for it. */
  before?: (path: string) => Promise<void>;
}

export interface Provider {
  issuer: string;
  settings: Record<string, string>;
  behavior: Behavior;
  /** How many requests it got, by path. */
  requests: Record<string, number>;
  /** The person signs in there. @returns the query that it sends the browser back with */
  approve(address: string, subject: string): URLSearchParams;
}

interface Grant {
  subject: string;
  nonce: string | null;
  challenge: string | null;
  redirectUri: string | null;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function tokenOf(claims: Claims, { header = {}, key, tamper = (same) => same }: Signing): string {
  const alg = key === "none" ? "none" : key === "secret" ? "HS256" : "RS256";
  const head = base64({ alg, kid: "key-1", typ: "JWT", ...header });
  const signed = `${head}.${base64(claims)}`;
  const sign = (privateKey: KeyObject) => createSign("RSA-SHA256").update(signed).sign(privateKey, "base64url");
  const signature =
    key === "none"
      ? ""
      : key === "secret"
        ? createHmac("sha256", CLIENT_SECRET).update(signed).digest("base64url")
        : sign((key === "other" ? OTHER_KEY : KEY).privateKey);
  return `${head}.${base64(tamper(claims))}.${signature}`;
}

/** Starts a provider, and stops it when the current test finishes. */
export async function startProvider(onFinished: (stop: () => void) => void = onTestFinished): Promise<Provider> {
  const grants = new Map<string, Grant>();
  const provider: Provider = {
    issuer: "",
    settings: {},
    behavior: {},
    requests: {},
    approve(address, subject) {
      const { searchParams } = new URL(address);
      const code = randomBytes(16).toString("hex");
      const read = (name: string) => searchParams.get(name);
      grants.set(code, {
        subject,
        nonce: read("nonce"),
        challenge: read("code_challenge"),
        redirectUri: read("redirect_uri"),
      });
      return new URLSearchParams({ code, state: read("state") ?? "", iss: provider.issuer });
    },
  };
  const metadata = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/jwks`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    authorization_response_iss_parameter_supported: true,
    ...provider.behavior.metadata,
  });
  const json = (response: ServerResponse, body: object, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const exchange = (body: URLSearchParams, response: ServerResponse) => {
    const { claims = {}, without = [], signing = {}, token } = provider.behavior;
    if (token) return token(response);
    const code = body.get("code") ?? "";
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isGood =
      grant &&
      body.get("client_secret") === CLIENT_SECRET &&
      grant.challenge === challenge &&
      grant.redirectUri === body.get("redirect_uri");
    if (!isGood) return json(response, { error: "invalid_grant" }, 400);
    const seconds = Math.floor(Date.now() / 1000);
    const all: Claims = {
      iss: provider.issuer,
      aud: CLIENT_ID,
      sub: grant.subject,
      nonce: grant.nonce,
      iat: seconds,
      exp: seconds + 300,
      ...claims,
    };
    for (const name of without) delete all[name];
    const tokens = { access_token: "access", token_type: "bearer", id_token: tokenOf(all, signing) };
    return json(response, without.includes("id_token") ? { ...tokens, id_token: undefined } : tokens);
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", provider.issuer);
    provider.requests[pathname] = (provider.requests[pathname] ?? 0) + 1;
    let body = "";
    for await (const chunk of request) body += chunk;
    await provider.behavior.before?.(pathname);
    if (pathname === "/.well-known/openid-configuration") return json(response, metadata());
    const key = { ...KEY.publicKey.export({ format: "jwk" }), kid: "key-1", alg: "RS256", use: "sig" };
    if (pathname === "/jwks") return json(response, provider.behavior.jwks ?? { keys: [key] });
    if (pathname === "/token") return exchange(new URLSearchParams(body), response);
    return response.writeHead(404).end();
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onFinished(() => void server.close());
  provider.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.settings = {
    PUBLIC_ORIGIN,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_NAME: "Test ID",
    DEMO_LOCK_CREDENTIALS: "false",
  };
  return provider;
}

/** A browser at the provider: where it is, and the cookie that binds its visit. */
export interface Visit {
  address: string;
  cookie: string;
}

/** Sends the form that begins a visit. */
export async function beginAuthorization(
  portal: Portal,
  path = "/login?provider=",
  as: PersonKey | null = null,
  form: Record<string, string> = {},
): Promise<Visit> {
  const answer = await portal.request(as, "POST", path, { form });
  expect(answer.status, answer.text.slice(0, 2_000)).toBe(200);
  const refresh = answer.headers.get("refresh") ?? "";
  expect(refresh).toMatch(/^0;url=http:/);
  return { address: refresh.replace("0;url=", ""), cookie: cookieIn(answer, "__Host-identity") };
}

/** The name and value of a cookie that a response sets. */
export const cookieIn = (answer: TestResponse, name: string): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`) && !cookie.startsWith(`${name}=;`))
    ?.split(";")[0] ?? "";

/** The browser follows the provider's redirect. */
export const comeBack = (portal: Portal, query: URLSearchParams | string, cookie: string, headers = {}) =>
  portal.request(null, "GET", `${CALLBACK}?${query}`, { headers: { ...(cookie && { cookie }), ...headers } });
