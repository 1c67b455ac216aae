import type { PersonKey } from "./cast";
import type { Portal, RequestOptions, TestResponse } from "./portal";

/** A browser's cookies and requests. */
export interface Visitor {
  /** By name, without those that the server deleted. */
  cookies: Map<string, string>;
  get(path: string): Promise<TestResponse>;
  post(path: string, form?: RequestOptions["form"], options?: RequestOptions): Promise<TestResponse>;
  /** Another browser with a copy of the current cookies. */
  copy(): Visitor;
}

/** A visitor who keeps the cookies that pages set. */
export function visitorOf(
  portal: Portal,
  cookies = new Map<string, string>(),
  person: PersonKey | null = null,
): Visitor {
  const ask = async (method: string, path: string, options: RequestOptions) => {
    const own = person === null ? [] : [portal.cookieOf(person)];
    const cookie = [...own, ...Array.from(cookies, ([name, value]) => `${name}=${value}`)].join("; ");
    const headers = { ...options.headers, ...(cookie !== "" && { cookie }) };
    const response = await portal.request(null, method, path, { ...options, headers });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = set.match(/^([^=]+)=([^;]*)/) ?? [];
      if (/max-age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  return {
    cookies,
    get: (path) => ask("GET", path, {}),
    post: (path, form = {}, options = {}) => ask("POST", path, { form, ...options }),
    copy: () => visitorOf(portal, new Map(cookies), person),
  };
}
