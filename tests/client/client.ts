import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { paths } from "./generated/api";

export type PortalClient = Client<paths>;

/** Keeps the session cookie as a browser does. Node's `fetch` does not. */
function cookieJar(): Middleware {
  let session: string | undefined;
  return {
    onRequest({ request }) {
      if (session !== undefined) request.headers.set("cookie", session);
      return request;
    },
    onResponse({ response }) {
      const [cookie] = response.headers.getSetCookie();
      if (cookie !== undefined) session = cookie.split(";", 1)[0];
      return response;
    },
  };
}

/** A client of a portal's API. Each client has its own session. */
export function connect(baseUrl: string): PortalClient {
  const client = createClient<paths>({ baseUrl });
  client.use(cookieJar());
  return client;
}

/** @throws if the portal refuses to sign in */
export async function signIn(client: PortalClient, email: string, password: string) {
  const { data, error } = await client.POST("/api/session", { body: { email, password } });
  if (error) throw new Error(error.error);
  return data.data;
}
