import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { insertCall, instant, submissionForm } from "../support/arrange";
import { pdf } from "../support/files";
import { HOST, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";
import { beginRequest, listen, sendChunks } from "../support/socket";

const KB = 1024;
const MB = 1024 * KB;
const PATH = "/api/portal/submissions";
const submit = { as: "acmeUser", method: "POST", path: PATH } as const;

const BOUNDARY = "----a-boundary";
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const part = (disposition: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const FIELDS =
  part('name="type"', "WHITE_PAPER") +
  part('name="title"', "A quiet rotor") +
  part('name="summary"', "It is quiet, and it turns.");
const FILE_HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="paper.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;

function* chunksOf(bytes: Buffer, size = 256 * KB): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}
const bodyWith = (file: Buffer) => Buffer.concat([Buffer.from(FIELDS + FILE_HEAD), file, Buffer.from(`\r\n${END}`)]);
const headersOf = (portal: Portal, more: Record<string, string | number> = {}) => ({
  host: HOST,
  cookie: portal.cookieOf("acmeUser"),
  "content-type": MULTIPART,
  ...more,
});
const options = (portal: Portal, more?: Record<string, string | number>) => ({
  method: "POST",
  path: PATH,
  headers: headersOf(portal, more),
});

describe("the server refuses an invalid form:", () => {
  const raw = (name: string, body: string, type = MULTIPART, status = 400) => ({
    name,
    ...submit,
    raw: body,
    headers: { "content-type": type },
    status,
  });
  scenarios([
    { name: "JSON", ...submit, json: { type: "WHITE_PAPER" }, status: 400 },
    raw("an urlencoded form", "type=WHITE_PAPER", "application/x-www-form-urlencoded"),
    raw("a form of more than a hundred fields", part('name="more"', "x").repeat(101) + FIELDS + END),
    raw("a field sent twice", part('name="title"', "Another title") + FIELDS + END),
    {
      name: "no body at all",
      ...submit,
      headers: { "content-type": MULTIPART },
      status: 400,
    },
  ]);

  test("the server skips a file in another field", async () => {
    const portal = await openPortal();
    const other = FILE_HEAD.replace('name="file"', 'name="attachment"');
    await perform(portal, {
      ...submit,
      raw: `${FIELDS}${other}%PDF-1.4\r\n${END}`,
      headers: { "content-type": MULTIPART },
      status: 201,
      events: ["submission_created"],
    });
    expect(portal.storedFiles()).toEqual([]);
  });
});

describe("a request body that is too large", () => {
  scenarios([
    {
      name: "is refused by counting its bytes when it has no Content-Length",
      ...submit,
      given: () => ({ multipart: submissionForm({}, { name: "paper.pdf", bytes: pdf(15 * MB + 65 * KB) }) }),
      status: 413,
    },
    {
      name: "is refused because of its Content-Length before it is read",
      ...submit,
      raw: FIELDS + END,
      headers: { "content-type": MULTIPART, "content-length": String(15 * MB + 64 * KB + 1) },
      status: 413,
    },
    {
      name: "is not reported to someone without a session",
      ...submit,
      as: null,
      raw: FIELDS + END,
      headers: { "content-type": MULTIPART, "content-length": String(15 * MB + 64 * KB + 1) },
      status: 401,
    },
  ]);

  test("is refused because of its Content-Length, and the client reads the response", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const body = bodyWith(pdf(17 * MB));
    const answer = await sendChunks(port, options(portal, { "content-length": body.length }), chunksOf(body));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('{"error":"Request body too large"}');
    expect(portal.storedFiles()).toEqual([]);
  });

  test("is refused by counting the bytes when it is sent in chunks, and the client reads the response", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const answer = await sendChunks(port, options(portal), chunksOf(bodyWith(pdf(17 * MB))));
    expect(answer.status).toBe(413);
    expect(answer.text).toContain('{"error":"Request body too large"}');
    expect(portal.storedFiles()).toEqual([]);
  });

  test("a request body of the maximum size is accepted over a socket", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const room = 15 * MB + 64 * KB - bodyWith(Buffer.alloc(0)).length;
    // The file itself stays under 15 MB. A field that the server ignores fills the rest.
    const filler = part('name="filler"', "x".repeat(room - 15 * MB - part('name="filler"', "").length));
    const body = Buffer.concat([Buffer.from(filler), bodyWith(pdf(15 * MB))]);
    expect(body.length).toBe(15 * MB + 64 * KB);
    const answer = await sendChunks(port, options(portal, { "content-length": body.length }), chunksOf(body));
    expect(answer.status, answer.text).toBe(201);
  });

  test("a large upload without a session gets a 401, and the client reads it", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const anonymous = { ...options(portal), headers: { host: HOST, "content-type": MULTIPART } };
    const answer = await sendChunks(port, anonymous, chunksOf(bodyWith(pdf(17 * MB))));
    expect(answer.status).toBe(401);
  });
});

describe("an interrupted upload", () => {
  test("does not stop the server, and leaves no staged file", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const head = options(portal, { "content-length": 5 * MB });
    const socket = await beginRequest(port, head, FIELDS + FILE_HEAD, pdf(2 * MB));
    await vi.waitFor(() => expect(portal.storedFiles()).toHaveLength(1));
    socket.destroy();
    await once(socket, "close");
    await vi.waitFor(() => expect(portal.storedFiles()).toEqual([]));
    await vi.waitFor(() => expect(portal.log.some(({ path }) => path === PATH)).toBe(true));
    expect(portal.db.query.submission.findMany().sync()).toEqual([]);
    const health = await sendChunks(port, { method: "GET", path: "/healthz", headers: { host: HOST } }, []);
    expect(health.status).toBe(200);
  });
});

describe("a slow upload", () => {
  test("is refused when its call closes before it is done, and the server removes its file", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const callId = insertCall(portal, { closesAt: instant(portal, MINUTE) });
    const body = Buffer.concat([Buffer.from(part('name="callId"', callId)), bodyWith(pdf(MB))]);
    const [first, rest] = [body.subarray(0, MB / 2), body.subarray(MB / 2)];
    const socket = await beginRequest(port, options(portal, { "content-length": body.length }), first);
    await vi.waitFor(() => expect(portal.storedFiles()).toHaveLength(1));
    portal.advance(MINUTE);
    socket.write(rest);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.toString()).toContain("callId");
    await vi.waitFor(() => expect(portal.storedFiles()).toEqual([]));
    expect(portal.db.query.submission.findMany().sync()).toEqual([]);
  });
});

test.each(["bogus-999", "utf-7", "binary", "hex"])(
  "a field in the charset %s is refused as malformed",
  async (charset) => {
    const portal = await openPortal();
    const raw = `--x\r\nContent-Disposition: form-data; name="title"\r\nContent-Type: text/plain; charset=${charset}\r\n\r\nabc\r\n--x--\r\n`;
    const answer = await portal.request("acmeUser", "POST", "/api/portal/submissions", {
      raw,
      headers: { "content-type": "multipart/form-data; boundary=x" },
    });
    expect(answer.status).toBe(400);
  },
);
