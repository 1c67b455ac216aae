import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Answer } from "./ask";
import type { Visitor, Ways } from "./site";

/* Sends addresses as every visitor through nginx, and compares each response with the server's own. */

export interface Comparison {
  /** How many requests went through nginx. */
  requests: number;
  /** How many of their responses came from the cache. */
  hits: number;
  problems: string[];
  /** How often it compares before it calls a difference a problem. */
  tries: number;
}

/** Addresses that are compared at the same time. */
const AT_ONCE = 4;
/** How often to compare again what may have changed meanwhile, such as the audit log beside downloads. */
const TRIES = 10;
const PAUSE_MILLISECONDS = 50;
/** The headers that must be the server's own. */
const COMPARED = [
  ...["content-type", "content-disposition", "content-security-policy", "cache-control", "etag", "location", "vary"],
  ...["link", "referrer-policy"],
];

/** What differs between two responses to the same person: nonces of scripts, keys of forms (UUID v4), and the time. */
const RANDOM: readonly RegExp[] = [
  /nonce(="|-)[\w+/=]+/g,
  /\b[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g,
  /\brestSeconds\b[\\",:]+[\d.]+/g,
  /\bnow\b[\\",:]+[\dTZ:.-]+/g,
];
/** Addresses whose content changes with each request, and what does not change in it. */
const LIVE: readonly [address: RegExp, lasting: (text: string) => string][] = [
  [/^\/(api\/)?gov\/admin\/status/, (text) => text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z|\d+/g, "")],
  // Each export is in the next one.
  [/^\/api\/gov\/admin\/audit\/csv/, (text) => text.split("\r\n", 1)[0] ?? ""],
];

const withoutRandom = (text: string) => RANDOM.reduce((rest, pattern) => rest.replace(pattern, ""), text);
const headersOf = (headers: IncomingHttpHeaders) =>
  COMPARED.map((name) => `${name}: ${withoutRandom(String(headers[name] ?? ""))}`).join("\n");

function contentOf(path: string, { status, headers, text }: Answer): string {
  const [, lasting = String] = LIVE.find(([address]) => address.test(path)) ?? [];
  return `${status}\n${headersOf(headers)}\n\n${lasting(withoutRandom(text))}`;
}

/**
 * Asks for each address: everyone twice and with HEAD, those who are signed in first, then everyone again. So a response
 * that was stored for one of them would reach the next.
 */
export async function compareAll(
  ways: Ways,
  visitors: readonly Visitor[],
  addresses: readonly string[],
  tries = TRIES,
): Promise<Comparison> {
  const comparison: Comparison = { requests: 0, hits: 0, problems: [], tries };
  const queue = addresses.values();
  const work = async () => {
    for (const path of queue) {
      for (const visitor of visitors) {
        await compare(ways, visitor, { path, times: 2 }, comparison);
        await compare(ways, visitor, { path, method: "HEAD" }, comparison);
      }
      for (const visitor of visitors) await compare(ways, visitor, { path }, comparison);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return comparison;
}

/** @param times how often to ask nginx before asking the server */
async function compare(
  { ask, askDirectly }: Ways,
  visitor: Visitor,
  { path, method = "GET", times = 1 }: { path: string; method?: string; times?: number },
  comparison: Comparison,
): Promise<void> {
  let difference = "";
  for (let tries = 0; tries < comparison.tries; tries += 1) {
    if (tries > 0) await pause(PAUSE_MILLISECONDS);
    const answers: Answer[] = [];
    for (let time = 0; time < times; time += 1) answers.push(await ask(visitor, { path, method }));
    comparison.requests += times;
    for (const answer of answers) note(answer, visitor, path, comparison);
    const expected = contentOf(path, await askDirectly(visitor, { path, method }));
    difference = answers.map((answer) => differenceOf(contentOf(path, answer), expected)).find(Boolean) ?? "";
    if (difference === "") return;
  }
  comparison.problems.push(`${method} ${path} as ${visitor.name}: ${difference}`);
}

/** Whether nginx may have done what it says that it did. */
function note({ status, cache, headers }: Answer, visitor: Visitor, path: string, comparison: Comparison): void {
  const control = headers["cache-control"] ?? "";
  const fromCache = cache !== undefined && cache !== "MISS" && cache !== "EXPIRED";
  const problems = [
    status === 429 && "a limit, so this compared nothing",
    visitor.cookie !== null && cache !== undefined && `nginx looked into its cache (${cache})`,
    fromCache && /private|no-store|no-cache/.test(control) && `nginx stored a response that says ${control}`,
    fromCache && headers["set-cookie"] !== undefined && "nginx stored a response that sets a cookie",
  ].filter((problem) => problem !== false);
  comparison.problems.push(...problems.map((problem) => `${path} as ${visitor.name}: ${problem}`));
  if (fromCache) comparison.hits += 1;
}

const SHOWN = 60;

/** Where two texts begin to differ; empty if they do not. */
function differenceOf(text: string, expected: string): string {
  if (text === expected) return "";
  let at = 0;
  while (text[at] === expected[at]) at += 1;
  const part = (whole: string) => JSON.stringify(whole.slice(Math.max(0, at - SHOWN / 2), at + SHOWN));
  return `${part(text)} instead of ${part(expected)}`;
}
