import { once } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { countChunks, insertAnnouncement, insertEngagement } from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { pdf } from "../support/files";
import { HOST, openPortal, type Portal } from "../support/portal";
import { addressOf, declaredEndpoints } from "../support/routes";
import { scenarios } from "../support/scenario";
import { beginRequest, listen, sendChunks } from "../support/socket";

/* Errors in multipart forms, on each kind of route that accepts them. None of them leaves anything behind. */

interface FormRoute {
  name: string;
  as: PersonKey;
  /** The name of the field for files. */
  fileField: string;
  /** How many files the field accepts. */
  maxFiles: number;
  /** The required fields besides the files. */
  fields: Record<string, string>;
  path: (portal: Portal) => string;
}

const ROUTES: readonly FormRoute[] = [
  {
    name: "a submission",
    as: "acmeUser",
    fileField: "file",
    maxFiles: 1,
    fields: { type: "WHITE_PAPER", title: "A quiet rotor", summary: "It is quiet, and it turns." },
    path: () => "/api/portal/submissions",
  },
  {
    name: "attachments of an announcement",
    as: "lead",
    fileField: "files",
    maxFiles: 10,
    fields: {},
    path: (portal) => `/api/gov/announcements/${insertAnnouncement(portal)}/attachments`,
  },
  {
    name: "attachments of an engagement",
    as: "poc",
    fileField: "files",
    maxFiles: 10,
    fields: {},
    path: (portal) => `/api/gov/engagements/${insertEngagement(portal)}/attachments`,
  },
];

const KB = 1024;
const BOUNDARY = "----a-boundary";
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const END = `--${BOUNDARY}--\r\n`;
const part = (head: string, value: string) => `--${BOUNDARY}\r\n${head}\r\n\r\n${value}\r\n`;
const field = (parameters: string, value: string) => part(`Content-Disposition: form-data; ${parameters}`, value);
const PDF = pdf().toString("latin1");

describe.each(ROUTES)("a form of $name", ({ as, fileField, maxFiles, fields, path }) => {
  const file = (name: string) => field(`name="${fileField}"; filename="${name}"`, PDF);
  const textParts = Object.entries(fields).map(([name, value]) => field(`name="${name}"`, value));
  const right = textParts.join("") + file("paper.pdf");

  const bad: [what: string, body: string | Uint8Array<ArrayBuffer>, type?: string][] = [
    ["of no type", right + END, ""],
    ["of another type", right + END, `multipart/mixed; boundary=${BOUNDARY}`],
    ["without a boundary", right + END, "multipart/form-data"],
    ["with an empty boundary", right + END, 'multipart/form-data; boundary=""'],
    ["with another boundary than its parts", right + END, "multipart/form-data; boundary=another"],
    ["with two boundaries", right + END, "multipart/form-data; boundary=one, multipart/form-data; boundary=two"],
    ["with a boundary longer than its body", right + END, `multipart/form-data; boundary=${"x".repeat(8 * KB)}`],
    ["without parts", END],
    ["that is empty", ""],
    ["that is not multipart", "hello"],
    ["that is JSON", "{}"],
    ["that ends before a value", `${textParts.join("")}--${BOUNDARY}\r\nContent-Disposition: form-data; na`],
    ["that ends inside a file", right.slice(0, -20)],
    ["without its end", right],
    ["with an incomplete end", `${right}--${BOUNDARY}-`],
    ["of ten thousand fields", field('name="more"', "x").repeat(10_000) + right + END],
    ["of ten thousand files", file("paper.pdf").repeat(10_000) + END],
    ["of ten thousand unexpected files", field('name="x"; filename="x"', "x").repeat(10_000) + right + END],
    ["of ten thousand parts without a name", field("x=y", "x").repeat(10_000) + right + END],
    ["of ten thousand parts without a Content-Disposition", part("X-Y: z", "x").repeat(10_000) + right + END],
    [
      "of ten thousand parts that are not fields",
      part("Content-Disposition: inline", "x").repeat(10_000) + right + END,
    ],
    ["with too many files", textParts.join("") + file("paper.pdf").repeat(maxFiles + 1) + END],
    ["with a field without a name", field("x=y", "x") + right + END],
    ["with a field whose name is empty", field('name=""', "x") + right + END],
    ["with a field over 64 KB", field('name="more"', "x".repeat(64 * KB + 1)) + right + END],
    ["with NUL in a field", field('name="more"', "a\u0000b") + right + END],
    ["with NUL in a field's name", field('name="mo\u0000re"', "x") + right + END],
    ["with text under the name of its files", textParts.join("") + field(`name="${fileField}"`, "x") + END],
    ["with NUL in a file's name", textParts.join("") + file("pa\u0000per.pdf") + END],
    ["with a control character in a file's name", textParts.join("") + file("pa\u0007per.pdf") + END],
    [
      "with a file without a name",
      textParts.join("") +
        part(`Content-Disposition: form-data; name="${fileField}"\r\nContent-Type: application/octet-stream`, PDF) +
        END,
    ],
    [
      "with a part header that never ends",
      `${textParts.join("")}--${BOUNDARY}\r\nContent-Disposition: form-data; name="${"x".repeat(100 * KB)}`,
    ],
    [
      "with a part header of ten thousand lines",
      part(`${"X-Y: z\r\n".repeat(10_000)}Content-Disposition: form-data; name="x"`, "x") + right + END,
    ],
    ["with a part without a Content-Disposition", part("X-Y: z", "x") + right + END],
    ["with a part that is not a field", part("Content-Disposition: inline", "x") + right + END],
    ["with a part without a header", `--${BOUNDARY}\r\n--${BOUNDARY}\r\n\r\nx\r\n${right}${END}`],
    [
      "with a file whose name is in an unknown character set",
      textParts.join("") + field(`name="${fileField}"; filename*=x-none''paper.pdf`, PDF) + END,
    ],
    ["with an invalid part header", part("no head at all", "x") + right + END],
    [
      "with an unknown character set",
      part('Content-Disposition: form-data; name="more"\r\nContent-Type: text/plain; charset=x-none', "x") +
        right +
        END,
    ],
  ];
  scenarios(
    bad.map(([what, raw, type = MULTIPART]) => ({
      name: `${what} is refused`,
      as,
      method: "POST",
      path: "",
      raw,
      headers: { "content-type": type },
      given: (portal: Portal) => ({ path: path(portal) }),
      status: 400,
      after: (portal: Portal) => expect(portal.storedFiles()).toEqual([]),
    })),
  );

  const good: [what: string, body: string, type?: string][] = [
    ["with its boundary in quotes", right + END, `multipart/form-data; boundary="${BOUNDARY}"`],
    ["with its type in capitals", right + END, `Multipart/Form-Data; Boundary=${BOUNDARY}`],
    ["with text before the first part and after the last", `Dear server,\r\n${right}${END}Yours`],
    [
      "with fields named like properties of every object",
      `${["__proto__", "constructor", "toString", "hasOwnProperty"].map((name) => field(`name="${name}"`, "x").repeat(2)).join("")}${right}${END}`,
    ],
    [
      "with an unexpected field that contains markup and SQL",
      field('name="<b>"', "'; DROP TABLE user; --") + right + END,
    ],
  ];
  for (const [what, raw, type = MULTIPART] of good) {
    test(`${what} is accepted, and its file is stored`, async () => {
      const portal = await openPortal();
      const answer = await portal.request(as, "POST", path(portal), { raw, headers: { "content-type": type } });
      expect([answer.status, portal.storedFiles().length + Number(countChunks(portal))], answer.text).toEqual([201, 1]);
    });
  }

  const lies: [what: string, lengthOf: (bytes: number) => string | number][] = [
    ["less than the actual length", (bytes) => bytes - 20],
    ["nothing", () => 0],
    ["a negative number", () => -1],
    ["no number", () => "many"],
    ["a hexadecimal number", () => "0x40"],
    ["two numbers", (bytes) => `${bytes}, ${bytes - 1}`],
  ];
  test.each(lies)("with a Content-Length of %s is refused, and leaves nothing", async (_what, lengthOf) => {
    const portal = await openPortal();
    const address = path(portal);
    const port = await listen(portal);
    const body = right + END;
    const headers = { host: HOST, cookie: portal.cookieOf(as), "content-type": MULTIPART };
    const head = { method: "POST", path: address, headers: { ...headers, "content-length": lengthOf(body.length) } };
    const { status } = await sendChunks(port, head, [Buffer.from(body, "latin1")]);
    expect(status).toBe(400);
    // The server refuses the surplus bytes as a bad request, before it refuses the form that they were cut from.
    await vi.waitFor(() => expect(portal.storedFiles()).toEqual([]));
    expect(countChunks(portal)).toBe(0);
    expect(portal.auditRows()).toEqual([]);
  });

  test("with a Content-Length over its size leaves nothing when its sender disconnects", async () => {
    const portal = await openPortal();
    const address = path(portal);
    const port = await listen(portal);
    const headers = { host: HOST, cookie: portal.cookieOf(as), "content-type": MULTIPART, "content-length": 100 * KB };
    const socket = await beginRequest(port, { method: "POST", path: address, headers }, Buffer.from(right, "latin1"));
    await vi.waitFor(() => expect(portal.storedFiles()).toHaveLength(1));
    socket.destroy();
    await once(socket, "close");
    await vi.waitFor(() => expect(portal.log.some((line) => line.path === address)).toBe(true));
    await vi.waitFor(() => expect(portal.storedFiles()).toEqual([]));
    expect(portal.auditRows()).toEqual([]);
  });
});

/* Only signed-in users have the long time that an upload may take. */
const uploads = declaredEndpoints.filter(({ endpoint }) => typeof endpoint.body === "object");

test("there are endpoints that accept multipart forms", () => {
  expect(uploads.length).toBeGreaterThanOrEqual(ROUTES.length);
});

test.each(uploads.map(({ key, method, path }) => ({ key, method, path })))(
  "$key requires a session, and reads nothing without one",
  async ({ method, path }) => {
    const form = new FormData();
    form.append("file", new File(["%PDF-1.7"], "paper.pdf", { type: "application/pdf" }));
    const portal = await openPortal();
    expect((await portal.request(null, method, addressOf(path), { multipart: form })).status).toBe(401);
    expect(portal.storedFiles()).toEqual([]);
  },
);
