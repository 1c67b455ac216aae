import { describe, expect, test } from "vitest";
import { z } from "zod";
import { profileSchema, registrationSchema } from "~/domain/organization/schema";
import { submissionFieldsSchema } from "~/domain/submission/schema";
import { cleanFileName, extensionOf } from "~/storage/file-types";
import { constraintsOf } from "~/web/forms/constraints.server";
import { localPath } from "~/web/pages/page.server";
import { clientAddress } from "~/web/transport/client-address";
import { isCrossSite } from "~/web/transport/cross-site";
import { contentDisposition } from "~/web/transport/download.server";

describe("the client's address", () => {
  const rows: [socket: string | undefined, forwarded: string | null, hops: number, address: string][] = [
    ["192.0.2.1", null, 0, "192.0.2.1"],
    ["192.0.2.1", "198.51.100.1", 0, "192.0.2.1"],
    ["::ffff:192.0.2.1", null, 0, "192.0.2.1"],
    ["2001:DB8::1", null, 0, "2001:db8::1"],
    [undefined, "198.51.100.1", 0, "unknown"],
    ["192.0.2.1", "198.51.100.1", 1, "198.51.100.1"],
    ["192.0.2.1", "10.0.0.1, 198.51.100.1", 1, "198.51.100.1"],
    ["192.0.2.1", "10.0.0.1, 198.51.100.1 , 203.0.113.1", 2, "198.51.100.1"],
    ["192.0.2.1", "198.51.100.1", 2, "unknown"],
    ["192.0.2.1", null, 1, "unknown"],
    ["192.0.2.1", "", 1, "unknown"],
    ["192.0.2.1", "198.51.100.1,", 1, "unknown"],
    ["192.0.2.1", "198.51.100.1:443", 1, "unknown"],
    ["192.0.2.1", "[2001:db8::1]", 1, "unknown"],
    ["192.0.2.1", "2001:db8::1", 1, "2001:db8::1"],
  ];
  for (const [socket, forwarded, hops, address] of rows) {
    test(`${socket} with X-Forwarded-For ${JSON.stringify(forwarded)} and ${hops} trusted proxies is ${address}`, () => {
      expect(clientAddress(socket, forwarded, hops)).toBe(address);
    });
  }
});

describe("a cross-site request", () => {
  const request = (method: string, headers: Record<string, string>) => ({ method, headers: new Headers(headers) });

  test("is never one with a safe method", () => {
    for (const method of ["GET", "HEAD", "OPTIONS"]) {
      expect(isCrossSite(request(method, { "sec-fetch-site": "cross-site" }), "/", null)).toBe(false);
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "TRACE"]) {
      expect(isCrossSite(request(method, { "sec-fetch-site": "cross-site" }), "/", null)).toBe(true);
    }
  });

  test("is accepted only to the address where one click unsubscribes", () => {
    const from = (method: string, path: string) =>
      isCrossSite(request(method, { "sec-fetch-site": "cross-site", origin: "https://mail.test" }), path, null);
    expect(from("POST", "/unsubscribe/abc-_DEF012")).toBe(false);
    const others = [
      "/unsubscribe",
      "/unsubscribe/",
      "/unsubscribe/a/b",
      "/unsubscribe/a.data",
      "/Unsubscribe/a",
      "//unsubscribe/a",
      "/gov/../unsubscribe/a",
      "/account",
    ];
    for (const path of others) expect(from("POST", path), path).toBe(true);
    for (const method of ["PUT", "PATCH", "DELETE"]) expect(from(method, "/unsubscribe/abc"), method).toBe(true);
  });

  test("is recognized by the origin's host and port if the browser does not say", () => {
    const from = (origin: string) => isCrossSite(request("POST", { origin, host: "portal.test:8080" }), "/", null);
    expect(from("http://portal.test:8080")).toBe(false);
    expect(from("http://portal.test")).toBe(true);
    expect(from("null")).toBe(true);
  });
});

describe("the name of a download", () => {
  const rows: [name: string, header: string][] = [
    ["paper.pdf", 'attachment; filename="paper.pdf"'],
    ['a"b\\c.pdf', "attachment; filename=\"a_b_c.pdf\"; filename*=UTF-8''a%22b%5Cc.pdf"],
    ["it's (1)*.pdf", 'attachment; filename="it\'s (1)*.pdf"'],
    ["it\u2019s (1)*.pdf", "attachment; filename=\"it_s (1)*.pdf\"; filename*=UTF-8''it%E2%80%99s%20%281%29%2A.pdf"],
    ["\u00e9t\u00e9.pdf", "attachment; filename=\"_t_.pdf\"; filename*=UTF-8''%C3%A9t%C3%A9.pdf"],
    ["a\r\nX-Evil: 1.pdf", "attachment; filename=\"a__X-Evil: 1.pdf\"; filename*=UTF-8''a%0D%0AX-Evil%3A%201.pdf"],
    ["100%.pdf", "attachment; filename=\"100_.pdf\"; filename*=UTF-8''100%25.pdf"],
  ];
  for (const [name, header] of rows) {
    test(`${JSON.stringify(name)} becomes a valid header`, () => expect(contentDisposition(name)).toBe(header));
  }
});

describe("the name of an uploaded file", () => {
  const rows: [sent: string, kept: string][] = [
    ["paper.pdf", "paper.pdf"],
    ["/etc/passwd", "passwd"],
    ["C:\\temp\\paper.pdf", "paper.pdf"],
    ["a/b\\c/paper.pdf", "paper.pdf"],
    ["folder/", ""],
    ["..", ".."],
    [" paper.pdf ", "paper.pdf"],
    ["pa\u0000p\u0007er\u009f.pdf", "paper.pdf"],
    ["fdp.\u202erepap", "fdp.repap"],
    ["\u2066a\u2069\u200e\ufeff.pdf", "a.pdf"],
    ["in\u00advo\u200bi\u2060ce\u3164\u{e0041}.pdf", "invoice.pdf"],
    ["in\u2028voice\u2029.pdf", "invoice.pdf"],
    ["paper\u2800.p\ufe0fdf", "paper.pdf"],
    ["e\u0301.pdf", "\u00e9.pdf"],
    ["\ud800.pdf", "\ufffd.pdf"],
  ];
  for (const [sent, kept] of rows) {
    test(`${JSON.stringify(sent)} is stored as ${JSON.stringify(kept)}`, () =>
      expect(cleanFileName(sent, 255)).toBe(kept));
  }

  test("is shortened before its extension, and never inside a character", () => {
    expect(cleanFileName(`${"a".repeat(20)}.pdf`, 10)).toBe("aaaaaa.pdf");
    expect(cleanFileName("a".repeat(20), 10)).toBe("a".repeat(10));
    const cut = cleanFileName(`aaaaa${"\u{1f600}".repeat(5)}.pdf`, 10);
    expect(cut.isWellFormed()).toBe(true);
    expect(cut.length).toBeLessThanOrEqual(10);
  });

  test("has its extension after the last dot; a hidden file has none", () => {
    expect(["a.PDF", "a.b.docx", "a", ".pdf", "a."].map(extensionOf)).toEqual(["pdf", "docx", "", "", ""]);
  });
});

describe("the path to return to after signing in", () => {
  const good = ["/gov", "/gov/submissions?view=mine&page=2", "/portal#top", "/"];
  for (const path of good) test(`${path} is allowed`, () => expect(localPath(path, "/home")).toBe(path));
  const bad = [
    null,
    "",
    "gov",
    "//evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "http://evil.test",
    "javascript:alert(1)",
    "/\t/evil.test",
  ];
  for (const path of bad) {
    test(`${JSON.stringify(path)} is replaced`, () => {
      const target = localPath(path, "/home");
      expect(new URL(target, "http://portal.test").host).toBe("portal.test");
      expect(target.startsWith("//")).toBe(false);
    });
  }
});

describe("a form's hints", () => {
  test("have the limits of the schema that checks the form", () => {
    const hints = constraintsOf(registrationSchema);
    expect(hints.orgName).toMatchObject({ required: true, minLength: 2, maxLength: 255 });
    expect(hints.orgType).toMatchObject({ required: true, options: expect.arrayContaining(["COMPANY", "UARC"]) });
    expect(hints.email).toMatchObject({ required: true, maxLength: 255 });
    expect(hints.password).toMatchObject({ required: true, minLength: 14, maxLength: 128 });
    expect(hints.city).toMatchObject({ required: false, maxLength: 100 });
    expect(hints.uei).toMatchObject({ required: false, maxLength: 20 });
    expect(hints.description).toMatchObject({ required: false, maxLength: 2000 });
    expect(hints.techTags).toMatchObject({ required: false, maxLength: 500 });
    expect(hints.setAsides).toMatchObject({ required: false, options: expect.arrayContaining(["WOSB"]) });
    expect(constraintsOf(profileSchema).orgType).toMatchObject({ required: true });
    expect(constraintsOf(submissionFieldsSchema).summary).toMatchObject({
      required: true,
      minLength: 10,
      maxLength: 5000,
    });
  });

  test("cover every field of a schema", () => {
    const schema = z.object({ a: z.string().max(3), b: z.string().optional() });
    expect(constraintsOf(schema)).toMatchObject({ a: { required: true, maxLength: 3 }, b: { required: false } });
  });
});
