import type { PersonKey } from "./cast";
import type { Portal, RequestOptions, TestResponse } from "./portal";

/** Somebody's browser, as far as cookies go. */
export interface Visitor {
  /** By name; what the server took away is gone. */
  cookies: Map<string, string>;
  get(path: string): Promise<TestResponse>;
  post(path: string, form?: RequestOptions["form"], options?: RequestOptions): Promise<TestResponse>;
  /** Another browser with the same cookies as this one has now. */
  twin(): Visitor;
}

/** A visitor of the pages, who keeps the cookies that they set. */
export function visitorOf(
  portal: Portal,
  cookies = new Map<string, string>(),
  person: PersonKey | null = null,
): Visitor {
  const ask = async (method: string, path: string, options: RequestOptions) => {
    const own = person === null ? [] : [portal.cookieOf(person)];
    const cookie = [...own, ...Array.from(cookies, ([name, value]) => `${name}=${value}`)].join("; ");
    const headers = { ...options.headers, ...(cookie !== "" && { cookie }) };
    const answer = await portal.request(null, method, path, { ...options, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = set.match(/^([^=]+)=([^;]*)/) ?? [];
      if (/max-age=0/i.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    get: (path) => ask("GET", path, {}),
    post: (path, form = {}, options = {}) => ask("POST", path, { form, ...options }),
    twin: () => visitorOf(portal, new Map(cookies), person),
  };
}
