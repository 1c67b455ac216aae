import { describe, expect, test } from "vitest";
import { ERROR_STATUS } from "~/errors";
import { API_DESCRIPTION, CONVENTIONS } from "~/http/openapi/guide";
import { groupOf, groupsOf } from "~/http/openapi/reference.server";
import { RATE_LIMITS } from "~/limits";
import { readSettings } from "~/settings.server";
import { documentOf } from "../support/documented";
import { unescaped, withoutScripts, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

const document = documentOf(readSettings({}));
const groups = groupsOf(document);
const GUIDE = "/developers";

const visit = async (portal: Portal, path: string) => {
  const { status, text } = await portal.request(null, "GET", path);
  expect(status, path).toBe(200);
  return text;
};
/** What is shown of a page, between its header and its footer. */
const mainOf = (html: string) => withoutScripts(html.slice(html.indexOf("<main"), html.indexOf("</main>")));
/** The part of a page with an operation, from its heading on. */
const partOf = (main: string, id: string) => {
  const [, part = ""] = main.split(`<h2 id="${id}">`);
  return part.slice(0, part.indexOf("</section>"));
};
const codesOf = (part: string) => Array.from(part.matchAll(/<code>([^<]*)<\/code>/g), ([, code]) => code);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);

describe("the reference", () => {
  test("has every operation of the document on exactly one page", async () => {
    const portal = await openPortal();
    const pages = await Promise.all(groups.map(async ({ slug }) => mainOf(await visit(portal, `${GUIDE}/${slug}`))));
    for (const { operation } of operations) {
      const holding = pages.filter((main) => main.includes(`<h2 id="${operation.operationId}">`));
      expect(holding.length, operation.operationId).toBe(1);
    }
    expect(pages.join("").match(/<h2 id="(get|post|put|patch|delete)[A-Z]/g)).toHaveLength(operations.length);
    expect(new Set(groups.map(({ slug }) => slug)).size).toBe(document.tags.length);
  });

  test.each(groups)("names every parameter, body field and status of $name", async ({ slug, name }) => {
    const main = mainOf(await visit(await openPortal(), `${GUIDE}/${slug}`));
    for (const { path, method, operation } of operations.filter(({ operation: { tags } }) => tags.includes(name))) {
      const part = partOf(main, operation.operationId);
      const codes = codesOf(part);
      expect(part).toContain(`>${method}</span> <code>${path}</code>`);
      const bodies = Object.values(operation.requestBody?.content ?? {});
      const named = [
        ...(operation.parameters ?? []).map((parameter) => parameter.name),
        ...bodies.flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
      ];
      expect(named.filter((field) => !codes.includes(field))).toEqual([]);
      for (const status of Object.keys(operation.responses)) {
        expect(part).toMatch(new RegExp(`<(dt|strong)>${status}</`));
      }
      expect(part).toContain("curl ");
      expect(part).toContain("<strong>Open to</strong>");
    }
  });

  test("describes each record that a page names, on that page", async () => {
    const portal = await openPortal();
    for (const { slug } of groups) {
      const main = mainOf(await visit(portal, `${GUIDE}/${slug}`));
      const ids = new Set(Array.from(main.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
      const anchors = Array.from(main.matchAll(/ href="([^"#]*)#([^"]+)"/g), ([, path, id]) => ({ path, id }));
      expect(anchors.length).toBeGreaterThan(1);
      expect(anchors.filter(({ path, id }) => path !== `${GUIDE}/${slug}` || !ids.has(id))).toEqual([]);
      const named = groupOf(document, slug)?.records ?? [];
      expect(named.filter(({ name }) => !ids.has(name))).toEqual([]);
    }
  });

  test("says no schema raw, and leaves no mark of Markdown", async () => {
    const portal = await openPortal();
    for (const slug of ["", ...groups.map((group) => `/${group.slug}`)]) {
      const main = mainOf(await visit(portal, GUIDE + slug));
      const words = wordsOf(main.replace(/<pre>[\s\S]*?<\/pre>/g, ""));
      expect(words).not.toMatch(/`|anyOf|\[object Object\]|undefined|NaN/);
    }
  });

  test("is not found under a name that no group has", async () => {
    const portal = await openPortal();
    for (const path of ["/developers/none", "/developers/Session", "/developers/session/more"]) {
      const answer = await portal.request(null, "GET", path);
      expect(answer.status, path).toBe(404);
      expect(answer.text).toContain("<h1");
    }
  });

  test("is as large as what it shows, and not as the document", async () => {
    const portal = await openPortal();
    for (const { slug } of groups) {
      const html = await visit(portal, `${GUIDE}/${slug}`);
      const shown = withoutScripts(html).length;
      // What the scripts go on with says the same once more, and little else.
      expect(html.length, slug).toBeLessThan(shown * 2.5);
    }
  });
});

describe("the guide", () => {
  test("leads to the document and to every group", async () => {
    const html = await visit(await openPortal(), GUIDE);
    const main = mainOf(html);
    expect(html).toMatch(
      /<link rel="service-desc" type="application\/vnd\.oai\.openapi\+json;version=3\.1" href="\/api\/openapi\.json"/,
    );
    expect(html).toMatch(/<link rel="service-doc" type="text\/html" href="\/developers"/);
    for (const { slug, name, description } of groups) {
      expect(main).toContain(`href="/developers/${slug}">${name}</a>`);
      expect(description, name).toBeTruthy();
      expect(unescaped(wordsOf(main))).toContain(description);
    }
  });

  test("says what the document says, under the same titles", async () => {
    const main = mainOf(await visit(await openPortal(), GUIDE));
    expect(document.info.description).toBe(API_DESCRIPTION);
    expect(document.externalDocs.url).toBe(GUIDE);
    for (const { id, title, text } of CONVENTIONS) {
      expect(API_DESCRIPTION).toContain(`## ${title}\n\n${text}`);
      expect(main).toContain(`<h2 id="${id}">${title}</h2>`);
      const [, beginning = ""] = text.match(/^([^`\n]*)/) ?? [];
      expect(main).toContain(beginning.trim());
    }
  });

  test("has every refusal with its status, and every limit with its numbers", async () => {
    const words = wordsOf(mainOf(await visit(await openPortal(), GUIDE)));
    for (const status of Object.values(ERROR_STATUS)) expect(words).toContain(` ${status} `);
    for (const { max, windowSeconds } of Object.values(RATE_LIMITS)) {
      const period = windowSeconds === 60 ? "a minute" : `${windowSeconds / 60} minutes`;
      expect(words).toContain(`${max} in ${period} for each`);
    }
    expect(words).toContain("15 MB");
    expect(words).toContain("256 KB");
  });

  test("tells how long a session lasts as the settings have it by default", () => {
    const { sessionIdleMinutes, sessionAbsoluteHours } = readSettings({});
    const text = CONVENTIONS.find(({ id }) => id === "sign-in")?.text;
    expect(text).toContain(`${sessionIdleMinutes} minutes after its last request and ${sessionAbsoluteHours} hours`);
  });

  test("is linked from the foot of every page, and needs no script", async () => {
    const portal = await openPortal();
    const home = await visit(portal, "/");
    expect(home.slice(home.indexOf("<footer"))).toMatch(/<a [^>]*href="\/developers">Developers<\/a>/);
    const main = mainOf(await visit(portal, GUIDE));
    expect(main).not.toMatch(/<button|<input|hidden=/);
    // Whatever scrolls within itself can be reached by the keyboard, and says what it is.
    const blocks = main.match(/<div class="glip-code"[^>]*>/g) ?? [];
    expect(blocks.length).toBeGreaterThan(15);
    for (const block of blocks) expect(block).toMatch(/role="group" aria-label="[^"]+" tabindex="0"/);
  });
});
