import type { ServerBuild } from "@remix-run/node";
import { describe, expect, onTestFinished, test } from "vitest";
import { readSettings } from "~/settings.server";
import { ERROR_MESSAGE, ERROR_STATUS, type ErrorCode } from "~/values/errors";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import type { Deprecation } from "~/web/api/deprecation";
import { announceRoutes } from "~/web/openapi/described-routes.server";
import { API_DESCRIPTION, CONVENTIONS, describeTags } from "~/web/openapi/guide";
import { groupOf, groupsOf } from "~/web/openapi/reference.server";
import { inWords } from "~/web/openapi/schema-words";
import type { JsonSchema } from "~/web/openapi/types";
import { documentOf } from "../support/documented";
import { unescaped, withoutScripts, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";
import { routes } from "../support/server-build";

const document = documentOf(readSettings({}));
const groups = groupsOf(document);
const GUIDE = "/developers";

/** The routes, with `GET /api/session` as one that will stop. */
function withDeprecation(): Pick<ServerBuild, "routes"> {
  const id = Object.keys(routes).find((each) => routes[each]?.path === "api/session") ?? "";
  const { module, ...route } = routes[id] as unknown as { module: { endpoints: Record<string, object> } };
  const deprecation: Deprecation = { since: "2026-01-01", sunset: "2026-07-01", reason: "Ask for what comes." };
  const endpoints = { ...module.endpoints, GET: { ...module.endpoints.GET, deprecation } };
  return { routes: { ...routes, [id]: { ...route, module: { ...module, endpoints } } as never } };
}

const visit = async (portal: Portal, path: string) => {
  const { status, text } = await portal.request(null, "GET", path);
  expect(status, path).toBe(200);
  return text;
};
/** The visible part of a page, between its header and its footer. */
const mainOf = (html: string) => withoutScripts(html.slice(html.indexOf("<main"), html.indexOf("</main>")));
/** The part of a page about an operation, from its heading on. */
const partOf = (main: string, id: string) => {
  const [, part = ""] = main.split(`<h2 id="${id}">`);
  return part.slice(0, part.indexOf("</section>"));
};
/** Text without spaces and code marks, to compare wording only. */
const said = (text: string) => unescaped(text).replace(/[\s`]/g, "");
const saidOn = (html: string) => said(wordsOf(html));
const codesOf = (part: string) => Array.from(part.matchAll(/<code>([^<]*)<\/code>/g), ([, code]) => code);

/** How a page describes what is sent: within `data`, or as a body of some type. */
function sentAs([mediaType, { schema }]: [string, { schema: JsonSchema }]): string {
  const { data } = (schema.properties ?? {}) as Record<string, JsonSchema>;
  if (mediaType === "application/json" && data) return `data: ${inWords(data).type}`;
  return `Body: ${inWords(schema).type}, as `;
}

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
        expect(part).toContain(status < "400" ? `<strong>${status}</strong>` : `<dt>${status}</dt>`);
      }
      expect(part).toContain("curl ");
      expect(part).toContain("<strong>Open to</strong>");
    }
  });

  test.each(groups)("describes each operation of $name as the document does", async ({ slug, name }) => {
    const main = mainOf(await visit(await openPortal(), `${GUIDE}/${slug}`));
    for (const { operation } of operations.filter(({ operation: { tags } }) => tags.includes(name))) {
      const part = partOf(main, operation.operationId);
      const words = saidOn(part);
      const answered = Object.entries(operation.responses).filter(([status]) => status < "400");
      const sentences = [
        ...(operation.description ?? "").split("\n\n"),
        ...(operation.parameters ?? []).map(({ description }) => description),
        ...Object.values(operation.responses).map(({ description }) => description),
        ...answered.flatMap(([, { headers = {} }]) =>
          Object.entries(headers).map(([header, { description }]) => `${header}: ${description}`),
        ),
        ...answered.flatMap(([, { content = {} }]) => Object.entries(content).map(sentAs)),
      ];
      expect(sentences.filter((sentence = "") => !words.includes(said(sentence)))).toEqual([]);
      for (const parameter of operation.parameters ?? []) {
        const [, table = ""] = part.match(new RegExp(`<h3>In the ${parameter.in}</h3>(.*?)</table>`)) ?? [];
        const note = parameter.required ? "<span[^>]*> required</span>" : "";
        expect(table).toMatch(new RegExp(`<code>${parameter.name}</code>${note}</th>`));
      }
      const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema);
      for (const { properties = {}, required = [] } of bodies) {
        for (const [field, { description = "" }] of Object.entries(properties as Record<string, JsonSchema>)) {
          const [, row = ""] = part.match(new RegExp(`<th scope="row"><code>${field}</code>(.*?)</tr>`)) ?? [];
          expect(/^<span[^>]*> required</.test(row), `${operation.operationId} ${field}`).toBe(
            required.includes(field),
          );
          expect(saidOn(row)).toContain(said(description));
        }
      }
    }
  });

  test.each([
    ["portal-submissions", "file: PDF, DOCX, PPTX, TXT"],
    ["portal-submissions", "Body: file, as PDF, DOCX, PPTX, TXT"],
    ["feeds", "Body: text, as text/calendar"],
  ])("%s names file types as people do: %s", async (slug, words) => {
    expect(saidOn(mainOf(await visit(await openPortal(), `${GUIDE}/${slug}`)))).toContain(said(words));
  });

  test("has the example of each record, and marks the fields that may be missing", async () => {
    const portal = await openPortal();
    for (const { slug } of groups) {
      const main = mainOf(await visit(portal, `${GUIDE}/${slug}`));
      for (const { name, description = "", fields, example = "" } of groupOf(document, slug)?.records ?? []) {
        const part = partOf(main, name);
        expect(saidOn(part)).toContain(said(description));
        expect(unescaped(part)).toContain(`<pre><code>${example}</code></pre>`);
        expect(document.components.schemas[name]?.examples?.[0]).toEqual(JSON.parse(example));
        const optional = fields.filter(({ isRequired }) => !isRequired).map((field) => field.name);
        const noted = Array.from(part.matchAll(/<code>([^<]+)<\/code><span[^>]*> optional</g), ([, field]) => field);
        expect(noted, name).toEqual(optional);
      }
    }
  });

  test("marks code as code, and links a record's name to the record", async () => {
    const path = `${GUIDE}/government-calls`;
    const main = mainOf(await visit(await openPortal(), path));
    expect(partOf(main, "postGovCalls")).toMatch(/or <code[^>]*>null<\/code> or empty/);
    expect(partOf(main, "getGovCalls")).toMatch(new RegExp(`<a [^>]*href="${path}#Call"><code[^>]*>Call</code></a>`));
    expect(main.match(/<a [^>]*aria-current="page"[^>]*>/g)?.filter((link) => link.includes(GUIDE))).toEqual([
      expect.stringContaining(`href="${path}"`),
    ]);
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
      const codes = Array.from(main.matchAll(/<code[^>]*>(\w+)<\/code>/g), ([, code = ""]) => code);
      expect(codes.filter((code) => code in document.components.schemas && !ids.has(code))).toEqual([]);
    }
  });

  test("shows no raw schema, and no Markdown marks", async () => {
    const portal = await openPortal();
    for (const slug of ["", ...groups.map((group) => `/${group.slug}`)]) {
      const main = mainOf(await visit(portal, GUIDE + slug));
      const words = wordsOf(main.replace(/<pre>[\s\S]*?<\/pre>/g, ""));
      expect(words).not.toMatch(/`|anyOf|\[object Object\]|undefined|NaN/);
    }
  });

  test("marks only deprecated operations", async () => {
    announceRoutes(withDeprecation());
    onTestFinished(() => announceRoutes({ routes }));
    const portal = await openPortal();
    const main = mainOf(await visit(portal, `${GUIDE}/session`));
    expect(partOf(main, "getSession")).toContain(">Deprecated</span>");
    expect(main.match(/>Deprecated</g)).toHaveLength(1);
  });

  test("returns 404 for an unknown group", async () => {
    const portal = await openPortal();
    for (const path of ["/developers/none", "/developers/Session", "/developers/session/more"]) {
      const answer = await portal.request(null, "GET", path);
      expect(answer.status, path).toBe(404);
      expect(answer.text).toContain("<h1");
    }
  });

  test("is about as large as its content, not as the whole document", async () => {
    const portal = await openPortal();
    for (const { slug } of groups) {
      const html = await visit(portal, `${GUIDE}/${slug}`);
      const shown = withoutScripts(html).length;
      // The data for the scripts repeats the content, and adds little.
      expect(html.length, slug).toBeLessThan(shown * 2.5);
    }
  });
});

describe("the guide", () => {
  test("links to the document and to every group", async () => {
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

  test("lists the groups in its own order, with unknown ones last", () => {
    const names = describeTags(new Set(["Something new", "Analytics", "Session"])).map(({ name }) => name);
    expect(names).toEqual(["Session", "Analytics", "Something new"]);
  });

  test("has the document's text under the same titles", async () => {
    const main = mainOf(await visit(await openPortal(), GUIDE));
    expect(document.info.description).toBe(API_DESCRIPTION);
    expect(document.externalDocs.url).toBe(GUIDE);
    for (const { id, title, text } of CONVENTIONS) {
      expect(API_DESCRIPTION).toContain(`## ${title}\n\n${text}`);
      expect(main).toContain(`<h2 id="${id}">${title}</h2>`);
      const part = partOf(main, id);
      const blocks = text.split("\n\n");
      const lists = blocks.filter((block) => block.startsWith("- "));
      const items = lists.flatMap((list) => list.split("\n")).map((line) => said(line.slice(2)));
      const paragraphs = blocks.filter((block) => !lists.includes(block)).map(said);
      const within = (tag: string) =>
        Array.from(part.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "g")), ([, html = ""]) => saidOn(html));
      expect(within("p")).toEqual(paragraphs);
      expect(within("li")).toEqual(items);
    }
  });

  test("lists every refusal with its status, and every limit with its numbers", async () => {
    const words = wordsOf(mainOf(await visit(await openPortal(), GUIDE)));
    for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
      expect(words).toContain(` ${ERROR_STATUS[code]} ${ERROR_MESSAGE[code]} `);
    }
    for (const { max, windowSeconds, subject } of Object.values(RATE_LIMITS)) {
      const period = windowSeconds === 60 ? "a minute" : `${windowSeconds / 60} minutes`;
      expect(words).toContain(`${max} in ${period} for each ${subject === "ip" ? "client address" : subject}`);
    }
    expect(words).toContain(`(1 to ${LIMITS.listPageSize.max}; ${LIMITS.listPageSize.default} by default`);
    expect(words).toContain("15 MB");
    expect(words).toContain("256 KB");
  });

  test("gives the default lifetime of a session from the settings", () => {
    const { sessionIdleMinutes, sessionAbsoluteHours } = readSettings({});
    const text = CONVENTIONS.find(({ id }) => id === "sign-in")?.text;
    expect(text).toContain(`${sessionIdleMinutes} minutes after its last request and ${sessionAbsoluteHours} hours`);
  });

  test("is linked in every page's footer, and needs no script", async () => {
    const portal = await openPortal();
    const home = await visit(portal, "/");
    expect(home.slice(home.indexOf("<footer"))).toMatch(/<a [^>]*href="\/developers">Developers<\/a>/);
    const main = mainOf(await visit(portal, GUIDE));
    expect(main).not.toMatch(/<button|<input|hidden=/);
    // Every scrolling area can be reached by keyboard, and has a name.
    const blocks = main.match(/<div class="glip-code"[^>]*>/g) ?? [];
    expect(blocks.length).toBeGreaterThan(15);
    for (const block of blocks) expect(block).toMatch(/role="group" aria-label="[^"]+" tabindex="0"/);
  });
});
