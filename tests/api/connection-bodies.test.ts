import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { pdf } from "../support/files";
import { HOST, openPortal, type Portal } from "../support/portal";
import { beginRequest, exchange, listen, sendChunks } from "../support/socket";

/*
 * The server reads a body from Node's message, and other tests send theirs as a web stream. Both must end in the same
 * way.
 */

const PATH = "/api/portal/submissions";
const TYPE = "multipart/form-data; boundary=x";
const part = (head: string, value: string) => `--x\r\n${head}\r\n\r\n${value}\r\n`;
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const FIELDS =
  field("type", "WHITE_PAPER") + field("title", "A quiet rotor") + field("summary", "It is quiet, and it turns.");
const file = (bytes: Buffer) =>
  part('Content-Disposition: form-data; name="file"; filename="paper.pdf"', bytes.toString("latin1"));
const FORM = `${FIELDS}${file(pdf(300_000))}--x--\r\n`;

const BODIES: [what: string, status: number, body: string, type?: string, path?: string][] = [
  ["a whole form", 201, FORM],
  ["a form with text after its end", 201, `${FORM}the end`],
  ["a form without its end", 400, FORM.slice(0, -7)],
  ["a form that ends inside its file", 400, FORM.slice(0, 200_000)],
  ["a form with another boundary", 400, FORM, "multipart/form-data; boundary=y"],
  ["a form without a boundary", 400, FORM, "multipart/form-data"],
  ["a form whose part has no name", 400, part("Content-Disposition: form-data", "x") + FORM],
  ["a form with a malformed part", 400, part("no head", "x") + FORM],
  ["a form with too many fields", 400, field("more", "x").repeat(200) + FORM],
  ["a form with two files", 400, `${FIELDS}${file(pdf()).repeat(2)}--x--\r\n`],
  ["a file that is not a PDF", 400, `${FIELDS}${file(Buffer.from("hello"))}--x--\r\n`],
  ["a form that is too large", 413, `${FIELDS}${file(pdf(16 * 1024 * 1024))}--x--\r\n`],
  ["a form sent as text", 400, FORM, "text/plain"],
  ["an empty form", 400, ""],
  ["JSON", 401, '{"email":"nobody@example.com","password":"wrong-password-1"}', "application/json", "/api/session"],
  ["malformed JSON", 400, '{"email":', "application/json", "/api/session"],
  ["JSON that is too large", 413, JSON.stringify({ email: "x".repeat(2_000_000) }), "application/json", "/api/session"],
];

const headersOf = (portal: Portal, type: string) => ({
  host: HOST,
  cookie: portal.cookieOf("acmeUser"),
  "content-type": type,
});

function* pieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += 50_000) yield body.subarray(at, at + 50_000);
}

test.each(BODIES)("%s has the same status from a connection and from a stream: %d", async (...row) => {
  const [, status, body, type = TYPE, path = PATH] = row;
  const portal = await openPortal();
  const port = await listen(portal);
  const bytes = Buffer.from(body, "latin1");
  const head = { method: "POST", path, headers: headersOf(portal, type) };
  const withLength = { ...head, headers: { ...head.headers, "content-length": bytes.length } };
  const stream = await portal.request("acmeUser", "POST", path, { raw: bytes, headers: { "content-type": type } });
  const chunked = await sendChunks(port, head, pieces(bytes));
  const announced = await sendChunks(port, withLength, pieces(bytes));
  expect([stream.status, chunked.status, announced.status], chunked.text).toEqual([status, status, status]);
  await vi.waitFor(() => expect(portal.storedFiles()).toHaveLength(status === 201 ? 3 : 0));
});

describe("on one connection", () => {
  const NEXT = `GET /healthz HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`;
  const headText = (portal: Portal, length: number, more = "") =>
    `POST ${PATH} HTTP/1.1\r\nHost: ${HOST}\r\nCookie: ${portal.cookieOf("acmeUser")}\r\nContent-Type: ${TYPE}\r\n` +
    `Content-Length: ${length}\r\n${more}\r\n`;
  const statusesOf = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

  /** Sends everything at once, and reads until the server closes the connection. */
  async function sendAll(port: number, ...texts: string[]): Promise<string> {
    const socket = await beginRequest(port, { method: "GET", path: "/healthz", headers: { host: HOST } });
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
    });
    for (const part of texts) socket.write(Buffer.from(part, "latin1"));
    await once(socket, "close");
    return text;
  }

  test.each([
    ["accepted", 201, FORM],
    ["malformed", 400, `${part("no head", "x")}${FORM}`],
    ["too large", 413, `${FIELDS}${file(pdf(17 * 1024 * 1024))}--x--\r\n`],
  ])("the request after an upload that is %s gets its response", async (_what, status, body) => {
    const portal = await openPortal();
    const port = await listen(portal);
    const text = await sendAll(port, headText(portal, body.length), body, NEXT);
    expect(statusesOf(text)).toEqual([200, status, 200]);
  });

  test("an upload is sent once the server asks for it", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const text = await sendAll(port, headText(portal, FORM.length, "Expect: 100-continue\r\n"), FORM, NEXT);
    expect(statusesOf(text)).toEqual([200, 100, 201, 200]);
  });

  test.each(["GET", "HEAD"])("the body of a %s request is ignored", async (method) => {
    const portal = await openPortal();
    const port = await listen(portal);
    const head = headText(portal, FORM.length).replace("POST", method);
    const text = await sendAll(port, head, FORM, NEXT);
    expect(statusesOf(text)).toEqual([200, 200, 200]);
    expect(portal.storedFiles()).toEqual([]);
  });

  test("a client that ends its side in the middle of a file leaves nothing", async () => {
    const portal = await openPortal();
    const port = await listen(portal);
    const head = { method: "POST", path: PATH, headers: { ...headersOf(portal, TYPE), "content-length": FORM.length } };
    const socket = await beginRequest(port, head, FORM.slice(0, 200_000));
    await vi.waitFor(() => expect(portal.storedFiles()).toHaveLength(1));
    socket.end();
    await vi.waitFor(() => expect(portal.storedFiles()).toEqual([]));
    await vi.waitFor(() => expect(portal.log.some(({ path, status }) => path === PATH && status === 400)).toBe(true));
    expect(await exchange(port, NEXT)).toMatch(/^HTTP\/1\.1 200 /);
  });
});
