import { type APIRequestContext, expect, request } from "@playwright/test";

/** A password that satisfies every rule. */
export const PASSWORD = "Browser-Test-2026!";

/** Callers of a running portal's API. */
export interface Callers {
  origin: string;
  /** Calls the API as a user, who signs in, or as a visitor without an email. */
  as(email: string | null): Promise<APIRequestContext>;
  /** Calls the API with an existing session. */
  withSession(token: string): Promise<APIRequestContext>;
  /** Closes every caller. */
  dispose(): Promise<void>;
}

/** One of the addresses that are reserved for tests (RFC 2544). */
const addressOf = (index: number) => `198.18.${index >> 8}.${index & 255}`;

/** Callers of a portal that trusts one proxy. Each has its own address, so that they do not share a rate limit. */
export function callersOf(origin: string): Callers {
  const contexts: APIRequestContext[] = [];
  const call = async (headers: Record<string, string> = {}) => {
    const extraHTTPHeaders = { "x-forwarded-for": addressOf(contexts.length), ...headers };
    const context = await request.newContext({ baseURL: origin, extraHTTPHeaders });
    contexts.push(context);
    return context;
  };
  return {
    origin,
    async as(email) {
      const context = await call();
      if (email !== null) {
        const signedIn = await context.post("/api/session", { data: { email, password: PASSWORD } });
        expect(signedIn.status(), await signedIn.text()).toBe(200);
      }
      return context;
    },
    withSession: (token) => call({ cookie: `session=${token}` }),
    dispose: async () => void (await Promise.all(contexts.map((context) => context.dispose()))),
  };
}
