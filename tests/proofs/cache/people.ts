import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { LIMITS, MB, RATE_LIMITS } from "~/values/limits";
import { pdfOfSize, submissionForm } from "../../bench/data";
import { emailOf, PASSWORD } from "../../support/cast";
import { exchangeRaw } from "../../support/raw-exchange";
import type { Finding } from "../proof";
import { type Answer, cookieFrom, ENCODINGS, form, json, multipart } from "./ask";
import { SESSION, type Site, type Visitor } from "./site";

/* What people do through nginx: sign in and out, send and get files, withdraw an announcement. */

/** nginx asks for a stored page again after ten seconds. It counts whole seconds. */
const STORED_MILLISECONDS = 11_000;
const READING_MILLISECONDS = 500;
/** How nginx warns that it writes a request or a response to disk. */
const WRITTEN = /is buffered to a temporary file/;

export const findingOf = (what: string, problems: readonly string[], figure: string, bound: string): Finding => ({
  what,
  figure: problems.length === 0 ? figure : `${problems.length} problems: ${problems.slice(0, 3).join("; ")}`,
  bound,
  holds: problems.length === 0,
});

/** The problems whose conditions are false. */
const failed = (checks: Record<string, boolean>) =>
  Object.entries(checks).flatMap(([problem, holds]) => (holds ? [] : [problem]));

/** Someone signs in on the page and out again. */
export async function signInAndOut(site: Site, nobody: Visitor): Promise<Finding> {
  const email = emailOf("acmeUser");
  const visit = (path: string, cookie: string | null) => site.ask({ ...nobody, cookie }, { path });
  const before = await visit("/", null);
  const wrong = await site.ask(nobody, { method: "POST", path: "/login", ...form({ email, password: "wrong" }) });
  const clean = await visit("/login", null);
  const signedIn = await site.ask(nobody, {
    method: "POST",
    path: "/login",
    ...form({ email, password: PASSWORD }),
  });
  const cookie = cookieFrom(signedIn, SESSION);
  const own = await visit("/", cookie);
  const signedOut = await site.ask({ ...nobody, cookie }, { method: "POST", path: "/logout", ...form({}) });
  const after = await visit("/", null);
  const withOldCookie = await visit("/account", cookie);
  return findingOf(
    "someone who signs in and out sees pages of their own meanwhile",
    failed({
      "the refused form was stored": wrong.status === 401 && !clean.text.includes(email) && clean.status === 200,
      "did not sign in": signedIn.status === 302 && signedIn.cache === undefined && cookie !== "",
      "the home page is not their own": own.text.includes(email) && own.cache === undefined,
      "did not sign out": signedOut.status === 302 && cookieFrom(signedOut, SESSION) === `${SESSION}=`,
      "the home page is still their own": after.text === before.text && !after.text.includes(email),
      "the session goes on": withOldCookie.status === 302,
    }),
    "yes",
    "yes",
  );
}

/** Someone uploads a file and one that is too large, and downloads the first slowly. */
export async function sendFiles(site: Site, fileBytes: number): Promise<Finding> {
  const company = site.visitorOf("acmeUser");
  const file = pdfOfSize(fileBytes);
  const upload = async (bytes: Buffer) =>
    site.ask(company, { method: "POST", path: "/api/portal/submissions", ...(await multipart(submissionForm(bytes))) });
  const accepted = await upload(file);
  const path = `/api/portal/submissions/${JSON.parse(accepted.text).data?.id}/file`;
  const tooLarge = await upload(pdfOfSize(LIMITS.fileBytes + 1));
  const head = `POST /api/portal/submissions HTTP/1.1\r\nHost: a\r\nContent-Length: ${200 * MB}\r\n\r\n`;
  const { response: muchTooLarge } = await exchangeRaw(site.nginx.port, [head], READING_MILLISECONDS);
  const download = await readSlowly(site.nginx.port, path, company.cookie ?? "");
  const buffered = site.nginx.errors().filter((line) => WRITTEN.test(line));
  return findingOf(
    "uploads and downloads, which nginx does not write to disk",
    failed({
      [`the upload returned ${accepted.status}`]: accepted.status === 201,
      [`a file that is too large returned ${tooLarge.status} ${tooLarge.text}`]:
        tooLarge.status === 400 && JSON.parse(tooLarge.text).fields?.file !== undefined,
      "200 MB are not refused": muchTooLarge.startsWith("HTTP/1.1 413 "),
      "the download is another file": download.subarray(download.indexOf("\r\n\r\n") + 4).equals(file),
      [buffered[0] ?? ""]: buffered.length === 0,
    }),
    `${fileBytes / MB} MB up and down`,
    "complete, nothing on disk",
  );
}

/** Reads nothing of a response for a while, as someone on a slow line. @returns its head and body */
async function readSlowly(port: number, path: string, cookie: string): Promise<Buffer> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`);
  await pause(READING_MILLISECONDS);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(socket, "close");
  return Buffer.concat(chunks);
}

export interface Withdrawn {
  path: string;
  /** When. */
  at: number;
  problems: string[];
}

/** Withdraws an announcement that is in the cache. */
export async function withdraw(site: Site, nobody: Visitor): Promise<Withdrawn> {
  const lead = site.visitorOf("lead");
  const content = json({ title: "A forum that is moved", body: "It is in June." });
  const made = await site.ask(lead, { method: "POST", path: "/api/gov/announcements", ...content });
  const { id } = JSON.parse(made.text).data;
  const path = `/announcements/${id}`;
  const shown = [...(await inAllForms(site, nobody, path)), ...(await inAllForms(site, nobody, path))];
  const change = { method: "PATCH", path: `/api/gov/announcements/${id}`, ...json({ published: false }) };
  const changed = await site.ask(lead, change);
  const problems = failed({
    "it was not stored": shown.every(({ status }) => status === 200) && shown.at(-1)?.cache === "HIT",
    [`withdrawing it returned ${changed.status}`]: changed.status === 200,
  });
  return { path, at: performance.now(), problems };
}

/** Looks for the announcement when the cache has to ask the server again. */
export async function seeWithdrawn(site: Site, nobody: Visitor, withdrawn: Withdrawn): Promise<Finding> {
  const { path, at, problems } = withdrawn;
  await pause(Math.max(0, at + STORED_MILLISECONDS - performance.now()));
  const first = await inAllForms(site, nobody, path);
  const again = await inAllForms(site, nobody, path);
  return findingOf(
    "an announcement that was in the cache when someone withdrew it",
    [
      ...problems,
      ...failed({
        [`is still there (${first.map(({ cache }) => cache)})`]: first.every(({ status }) => status === 404),
        [`its absence is not stored (${again.map(({ cache }) => cache)})`]: again.every(({ cache }) => cache === "HIT"),
      }),
    ],
    "gone ten seconds later, also while the server is away",
    "gone",
  );
}

/** Asks for an address in each compression. */
const inAllForms = (site: Site, nobody: Visitor, path: string): Promise<Answer[]> =>
  Promise.all(ENCODINGS.map((headers) => site.ask(nobody, { path, headers })));

/** A visitor's browser reports more page views than the server counts, then many visitors do. */
export async function reportViews(site: Site, nobody: Visitor): Promise<Finding> {
  const view = { method: "POST", path: "/api/analytics/pageview", ...json({ path: "/calls" }) };
  const report = async (from: string, count: number) => {
    const answers: Answer[] = [];
    for (let index = 0; index < count; index += 1) answers.push(await site.ask({ ...nobody, from }, view));
    return (status: number) => answers.filter((answer) => answer.status === status).length;
  };
  const own = "127.0.3.1";
  // None of these is a view, and so none uses up those of the others.
  const noView = [
    ...Array.from({ length: 150 }, () => ({ ...view, method: "GET", body: undefined })),
    ...[
      "/api/analytics/pageview/",
      "/api/analytics//pageview",
      "/api/analytics/page%76iew",
      "/API/analytics/pageview",
    ].map((path) => ({ ...view, path })),
  ];
  const refused = await Promise.all(noView.map((question) => site.ask({ ...nobody, from: "127.0.3.2" }, question)));
  const ofOne = await report(own, RATE_LIMITS.pageview.max + 5);
  const page = await site.ask({ ...nobody, from: own }, { path: "/help" });
  const others = await Promise.all(Array.from({ length: 10 }, (_unused, index) => report(`127.0.4.${index + 1}`, 15)));
  const sumOf = (status: number) => others.reduce((sum, count) => sum + count(status), 0);
  return findingOf(
    "page views: those that are not counted look like the others to browsers",
    failed({
      "what is no view was not refused": refused.every(({ status }) => [404, 405].includes(status)),
      [`${ofOne(201)} of one address were counted`]: ofOne(201) === RATE_LIMITS.pageview.max && ofOne(204) === 5,
      "its pages are not those of everyone":
        page.cache !== undefined && /^public/.test(page.headers["cache-control"] ?? ""),
      [`${sumOf(201)} and ${sumOf(204)} of the others`]: sumOf(201) + sumOf(204) === 150 && sumOf(204) > 0,
    }),
    `${sumOf(201)} of 150 at once handed on`,
    "no error",
  );
}
