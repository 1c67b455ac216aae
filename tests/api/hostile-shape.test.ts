import { afterEach, describe, expect, test, vi } from "vitest";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { LIMITS } from "~/values/limits";
import { collectFields } from "~/web/transport/body.server";
import { isTooMuchJson } from "~/web/transport/json-size";
import { openPortal } from "../support/portal";

/* The server counts a form's parts while they arrive and refuses too many before it parses them. */

const READ = "/api/notifications/read";
const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
const times = (count: number, text: string) => text.repeat(count);

afterEach(() => vi.restoreAllMocks());

describe("a form", () => {
  test("collects the values of a repeated name without copying them each time", () => {
    const copies = vi.spyOn(Array.prototype, "flat");
    const fields = collectFields(
      Array.from({ length: 20_000 }, (_, index) => ["a", String(index)] as [string, string]),
    );
    expect(fields.a).toHaveLength(20_000);
    expect(fields.a).toEqual(Array.from({ length: 20_000 }, (_, index) => String(index)));
    expect(copies).not.toHaveBeenCalled();
  });

  test("with more fields than any form has is refused before it is read, by every page", async () => {
    const portal = await openPortal();
    const pages = [
      [null, "/login"],
      [null, "/register/contacts"],
      ["acmeAdmin", "/notifications/settings"],
      ["acmeAdmin", "/portal/submissions/new"],
    ] as const;
    for (const [person, path] of pages) {
      const answer = await portal.request(person, "POST", path, { raw: times(20_000, "a=&"), headers: FORM_TYPE });
      expect(answer.status, path).toBe(400);
    }
  });

  test("for signing in shows only its own fields again", async () => {
    const portal = await openPortal();
    const form = { email: "nobody@example.test", password: "wrong", title: "something else" };
    const answer = await portal.request(null, "POST", "/login", { form });
    expect(answer.status).toBe(401);
    expect(answer.text).toContain(form.email);
    expect(answer.text).not.toContain(form.title);
  });

  test("with the maximum number of fields is read", async () => {
    const portal = await openPortal();
    const raw = `email=x&password=y${times(LIMITS.formFields - 2, "&a=")}`;
    const answer = await portal.request(null, "POST", "/login", { raw, headers: FORM_TYPE });
    expect(answer.status).toBe(401);
  });
});

describe("a JSON body", () => {
  test.each([
    ["nested 120,000 deep", times(120_000, "[")],
    ["of 80,000 members", `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(",")}}`],
    ["of 100,000 elements", `{"a":[${times(100_000, "0,")}0]}`],
    ["of 40,000 empty objects", `{"a":[${times(40_000, "{},")}0]}`],
  ])("%s is refused before it is parsed", async (_what, raw) => {
    const portal = await openPortal();
    portal.cookieOf("acmeAdmin");
    const parsed = vi.spyOn(JSON, "parse");
    const answer = await portal.request("acmeAdmin", "POST", READ, { raw, headers: JSON_TYPE });
    expect(answer.status).toBe(400);
    expect(parsed.mock.calls.filter(([text]) => text === raw)).toEqual([]);
  });

  test("is measured without counting characters inside strings", () => {
    const most = { values: 3, depth: 2 };
    expect(isTooMuchJson('{"a,,,,[[[[": "{{{{\\",,,,"}', most)).toBe(false);
    expect(isTooMuchJson('{"a": "\\\\", "b": 1}', most)).toBe(false);
    expect(isTooMuchJson('{"a": "\\\\", "b": 1, "c": 2}', most)).toBe(true);
    expect(isTooMuchJson("[[0]]", most)).toBe(false);
    expect(isTooMuchJson("[[[0]]]", { ...most, values: 10 })).toBe(true);
    expect(isTooMuchJson("[[],[],[]]", { ...most, values: 10 })).toBe(false);
  });
});

describe("an address", () => {
  const longest = Math.max(...[...API_ROUTES, ...PAGE_ROUTES].map(({ path }) => path.split("/").length));

  test("of every route has fewer segments than the limit", () => {
    expect(longest).toBeLessThan(LIMITS.pathSegments);
  });

  test.each([
    ["/register/", "a/"],
    ["/", "a/"],
    ["/", "/"],
    ["/api/", "a/"],
    ["/gov/calls/", "%61/"],
  ])("%s with %j thousands of times is not found, and no route is compared with it", async (start, part) => {
    const portal = await openPortal();
    for (const path of [start + times(7_800 / part.length, part), start + times(LIMITS.pathSegments, part)]) {
      const compared = vi.spyOn(String.prototype, "match");
      const answer = await portal.request(null, "GET", path);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: expect.any(String) });
      expect(compared.mock.contexts.filter((text) => String(text) === path)).toEqual([]);
      vi.restoreAllMocks();
    }
    const data = await portal.request(null, "GET", `${start}${times(2_000, part)}.data`);
    expect(data.status).toBe(404);
  });

  test("with more parameters than any operation takes is refused", async () => {
    const portal = await openPortal();
    for (const path of ["/calls", "/api/portal/calls", "/login.data"]) {
      const answer = await portal.request(null, "GET", `${path}?${times(LIMITS.queryParameters, "a=&")}b=`);
      expect(answer.status, path).toBe(400);
      const fitting = await portal.request(null, "GET", `${path}?${times(LIMITS.queryParameters - 1, "a=&")}b=`);
      expect(fitting.status, path).toBeLessThan(300);
    }
  });
});

test("a multipart form with a boundary over 70 characters is refused before the server searches for it", async () => {
  const portal = await openPortal();
  const boundary = times(8_000, "a");
  const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", {
    raw: times(100, `--${boundary.slice(1)}\r\n`),
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
  });
  expect(answer.status).toBe(400);
});
