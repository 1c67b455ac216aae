import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "~/settings.server";
import { readAgencyAssets } from "~/storage/agency-assets.server";
import { LIMITS } from "~/values/limits";
import { wrongHeaders } from "../support/common-headers";
import { openPortal, type Portal } from "../support/portal";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><circle r="1"/></svg>';
const PNG = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(20)]);
const HOSTILE =
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script href="https://evil.example/a.js"/><image href="https://evil.example/a.png"/></svg>';

/** A file for AGENCY_SEAL. */
function sealFile(content: string | Buffer, name = "seal"): string {
  const folder = mkdtempSync(join(tmpdir(), "portal-seal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

const ADDRESS = /\/assets\/agency\/(seal|accent)-[0-9a-f]{16}\.(svg|png|css)/g;

async function addressesOn(portal: Portal, path = "/calls"): Promise<string[]> {
  const { text } = await portal.request(null, "GET", path);
  return [...new Set(text.slice(0, text.indexOf("<script")).match(ADDRESS) ?? [])];
}

describe("the agency's seal", () => {
  test.each([
    ["an SVG image", SVG, "image/svg+xml", ".svg"],
    ["an SVG image in UTF-16", Buffer.from(`\uFEFF${SVG}`, "utf16le"), "image/svg+xml", ".svg"],
    ["a PNG image", PNG, "image/png", ".png"],
    ["an SVG image with scripts", HOSTILE, "image/svg+xml", ".svg"],
  ])("may be %s, by its bytes, and cannot run or load anything", async (_what, content, type, extension) => {
    const portal = await openPortal({ AGENCY_SEAL: sealFile(content, "seal.gif") });
    const [address = ""] = await addressesOn(portal);
    expect(address).toMatch(new RegExp(`^/assets/agency/seal-.*\\${extension}$`));
    const found = await portal.request(null, "GET", address);
    expect([found.status, Buffer.from(found.bytes).equals(Buffer.from(content))]).toEqual([200, true]);
    expect(wrongHeaders((name) => found.headers.get(name))).toEqual([]);
    expect(found.headers.get("content-type")).toBe(type);
    expect(found.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(found.headers.get("content-security-policy")).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(found.headers.getSetCookie()).toEqual([]);
    const head = await portal.request(null, "HEAD", address);
    expect([head.status, head.text]).toEqual([200, ""]);
    expect((await portal.request(null, "POST", address, { form: {} })).status).toBe(405);
  });

  test("has an address that changes with it, and no other address of the folder exists", async () => {
    const [one, other] = await Promise.all(
      [SVG, SVG.replace("circle", "rect")].map((content) => openPortal({ AGENCY_SEAL: sealFile(content) })),
    );
    const [first = ""] = await addressesOn(one as Portal);
    expect(await addressesOn(other as Portal)).not.toEqual([first]);
    for (const path of [`${first}/`, first.replace("seal", "accent"), "/assets/agency/", "/assets/agency/seal.svg"]) {
      expect([path, (await (one as Portal).request(null, "GET", path)).status]).toEqual([path, 404]);
    }
  });

  const read = (AGENCY_SEAL: string) => readAgencyAssets(readSettings({ AGENCY_SEAL }));
  const refused: [what: string, content: string | Buffer][] = [
    ["a page", "<!doctype html><html><body>Seal</body></html>"],
    ["a page in XML", '<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>'],
    ["an SVG image that is not well formed", SVG.replace("</svg>", "")],
    ["an SVG image with a document type", `<!DOCTYPE svg [<!ENTITY a "b">]>${SVG}`],
    ["an SVG image with too many tags in one another", `<svg>${"<g>".repeat(2_000)}${"</g>".repeat(2_000)}</svg>`],
    ["a JPEG image", Buffer.from("\xff\xd8\xff\xe0", "latin1")],
    ["text", "seal"],
    ["nothing", ""],
    ["a file that is too large", Buffer.concat([PNG, Buffer.alloc(LIMITS.sealBytes)])],
  ];
  test.each(refused)("cannot be %s: the server does not start", async (_what, content) => {
    await expect(read(sealFile(content))).rejects.toThrow(/AGENCY_SEAL: /);
  });

  test("cannot be missing or a folder", async () => {
    for (const AGENCY_SEAL of ["/no/such/file.svg", tmpdir()]) {
      await expect(read(AGENCY_SEAL)).rejects.toThrow("AGENCY_SEAL: there is no such file");
    }
  });

  test("is decoration beside the agency's name, and keeps its place while it loads", async () => {
    const portal = await openPortal({ AGENCY_SEAL: sealFile(SVG), AGENCY_NAME: "Office of Tests" });
    const { text } = await portal.request(null, "GET", "/");
    const images = text.match(/<img [^>]*\/assets\/agency\/seal[^>]*>/g) ?? [];
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(/alt="".*width="\d+" height="\d+"/);
  });
});

describe("the agency's accent", () => {
  test("is a stylesheet of this origin that pages load after their own", async () => {
    const portal = await openPortal({ AGENCY_ACCENT: "#0B5272" });
    const [address = ""] = await addressesOn(portal, "/no/such/page");
    const found = await portal.request(null, "GET", address);
    expect([found.status, found.headers.get("content-type")]).toEqual([200, "text/css; charset=utf-8"]);
    expect(found.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(found.text).toContain("--surface-primary:#0b5272");
    const { text } = await portal.request(null, "GET", "/");
    const links = text.match(/<link rel="stylesheet"[^>]*>/g) ?? [];
    expect(links.at(-1)).toContain(address);
    expect(text).not.toMatch(/<style|style="/);
  });

  test("and the seal are not named without the settings", async () => {
    expect(await addressesOn(await openPortal())).toEqual([]);
  });
});
