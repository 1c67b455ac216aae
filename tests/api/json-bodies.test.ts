import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reachThrough } from "~/policy/policy";
import { PEOPLE, type PersonKey, standingOf } from "../support/cast";
import { MINUTE, openPortal, type Portal, type TestResponse } from "../support/portal";
import { addressOf, declaredEndpoints } from "../support/routes";
import { contents } from "../support/scenario";

/*
 * Mistakes in JSON, on every route that accepts it. The record that a path names does not exist, so a body that passes
 * gets a 404 at most. The server reports a bad body before that.
 */

const settings = { DEMO_LOCK_CREDENTIALS: "false" };

const ROUTES = declaredEndpoints
  .filter(({ method, endpoint }) => ["POST", "PUT", "PATCH"].includes(method) && endpoint.body === "json")
  .map(({ key, method, path, endpoint }) => {
    const { gate } = endpoint;
    const as: PersonKey | null =
      gate === "public" ? null : (PEOPLE.findLast((person) => reachThrough(gate, standingOf(person))) ?? null);
    const { examples = [] } = z.globalRegistry.get(endpoint.call.input) as { examples?: Record<string, unknown>[] };
    return { key, method, path: addressOf(path), as, example: examples[0] ?? {} };
  });
type Route = (typeof ROUTES)[number];

/** Sends a raw body, four minutes after the last one and from another address, so that no limit applies. */
async function send(portal: Portal, { as, method, path }: Route, raw: BodyInit, count = 0): Promise<TestResponse> {
  portal.advance(4 * MINUTE);
  const headers = { "content-type": "application/json" };
  return portal.request(as, method, path, { raw, headers, ip: `203.0.113.${count + 1}` });
}

const text = (value: unknown) => JSON.stringify(value);
const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
/** The members of an object as text, to insert into another. */
const members = (value: object) => text(value).slice(1, -1);
const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;

function unreadable(example: Record<string, unknown>): [what: string, raw: BodyInit][] {
  const inside = members(example);
  return [
    ["nothing", ""],
    ["a space", " "],
    ["a list", `[${text(example)}]`],
    ["text", text(text(example))],
    ["null", "null"],
    ["a number without end", "1e400"],
    ["unterminated nested lists", "[".repeat(20_000)],
    ["lists nested 20,000 deep", `{${inside},"more":${nested("[", "]", 20_000)}}`],
    ["objects nested 20,000 deep", `{${inside},"more":${nested('{"a":', "}", 20_000)}}`],
    ["an early end", text(example).slice(0, -1)],
    ["something after it", `${text(example)}${text(example)}`],
    ["a comma after the last member", `{${inside},}`],
    ["a comment", `{${inside}/* more */}`],
    ["single quotes", `{${inside},'more':'x'}`],
    ["no number", `{${inside},"more":NaN}`],
    ["a number with a leading zero", `{${inside},"more":01}`],
    ["a line break in text", `{${inside},"more":"a\nb"}`],
    ["NUL in text", `{${inside},"more":"a\u0000b"}`],
    ["an escaped NUL in text", `{${inside},"more":"a\\u0000b"}`],
    ["an escaped NUL in a name", `{${inside},"mo\\u0000re":1}`],
    ["NUL after it", `${text(example)}\u0000`],
    ["half a surrogate pair", `{${inside},"more":"\\ud83d"}`],
    ["the other half of a surrogate pair", `{${inside},"more":"\\ude00"}`],
    ["a reversed surrogate pair", `{${inside},"more":"\\ude00\\ud83d"}`],
    ["half a surrogate pair in a nested name", `{${inside},"more":[[{"\\ud83d":1}]]}`],
    ["an unknown escape", `{${inside},"more":"\\x41"}`],
    ["a byte that is not UTF-8", bytes(`{${inside},"more":"`, [0xff], '"}')],
    ["half a character of UTF-8", bytes(`{${inside},"more":"`, [0xc3], '"}')],
    ["an overlong NUL", bytes(`{${inside},"more":"`, [0xc0, 0x80], '"}')],
    ["a surrogate written in UTF-8", bytes(`{${inside},"more":"`, [0xed, 0xa0, 0x80], '"}')],
    ["a character beyond Unicode", bytes(`{${inside},"more":"`, [0xf4, 0x90, 0x80, 0x80], '"}')],
    ["UTF-16", new Uint8Array(Buffer.from(`\ufeff${text(example)}`, "utf16le"))],
    ["two byte-order marks", `\ufeff\ufeff${text(example)}`],
  ];
}

test("every route that accepts JSON has an example of its body in the API document", () => {
  expect(ROUTES.length).toBeGreaterThan(25);
  expect(ROUTES.filter(({ example }) => Object.keys(example).length === 0)).toEqual([]);
});

describe.each(ROUTES)("$key", (route) => {
  const { example } = route;

  test("refuses JSON that it cannot parse, and nothing changes", async () => {
    const portal = await openPortal(settings);
    if (route.as) portal.cookieOf(route.as);
    const before = contents(portal);
    for (const [index, [what, raw]] of unreadable(example).entries()) {
      const { status, text: said } = await send(portal, route, raw, index);
      expect([what, status], said.slice(0, 200)).toEqual([what, 400]);
    }
    expect(contents(portal)).toEqual(before);
    expect(portal.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test("refuses a wrong type or an infinite number in any member", async () => {
    const portal = await openPortal(settings);
    if (route.as) portal.cookieOf(route.as);
    const before = contents(portal);
    for (const [index, name] of Object.keys(example).entries()) {
      for (const value of ["1e400", "-1e400", '{"toString":null}', "[[[[]]]]"]) {
        const raw = `{${members({ ...example, [name]: undefined })}${Object.keys(example).length > 1 ? "," : ""}"${name}":${value}}`;
        const { status, text: said } = await send(portal, route, raw, index);
        expect([name, value, status], said.slice(0, 200)).toEqual([name, value, 400]);
      }
    }
    expect(contents(portal)).toEqual(before);
  });

  test("uses the last of two members with the same name, and gives special names no effect", async () => {
    const portal = await openPortal(settings);
    const inside = members(example);
    let count = 0;
    // The record in an example may not exist. Only whether both spellings get the same response matters.
    const isRefused = async (raw: string) => {
      count += 1;
      return (await send(portal, route, raw, count)).status === 400;
    };
    const [name = ""] = Object.keys(example);
    const empty = await isRefused("{}");
    const clean = await isRefused(text(example));
    expect(await isRefused(`{${inside},"${name}":[[]]}`), "right, then wrong").toBe(true);
    expect(await isRefused(`{"${name}":[[]],${inside}}`), "wrong, then right").toBe(clean);
    expect(await isRefused(`\ufeff${text(example)}`), "a byte-order mark").toBe(clean);
    const more = '"__proto__":{"role":"GOV_SYSTEM_ADMIN","id":"x"},"constructor":{"prototype":{"role":1}},"toString":1';
    expect(await isRefused(`{${inside},${more}}`), "names that every object has").toBe(clean);
    expect(await isRefused(`{"__proto__":${text(example)}}`), "its members only by inheritance").toBe(empty);
    expect(({} as { role?: unknown }).role).toBeUndefined();
  });
});
