import { describe, expect, test } from "vitest";
import { legiblePath } from "~/domain/traffic/rules";
import { errorsIn, tableOf, withoutScripts } from "../support/markup";
import { DAY, openPortal, type Portal } from "../support/portal";

const PATH = "/gov/admin/traffic";

/** Reports a pageview by someone at this address. */
const look = (portal: Portal, path: string, ip: string, referrer: string | null = null) =>
  portal.request(null, "POST", "/api/analytics/pageview", { json: { path, referrer }, ip });

/** Three days of traffic, the second without any. Today is the third. */
async function withTraffic(): Promise<Portal> {
  const portal = await openPortal();
  await look(portal, "/", "203.0.113.1");
  await look(portal, "/calls", "203.0.113.1", "/");
  await look(portal, "/", "203.0.113.2");
  portal.advance(2 * DAY);
  await look(portal, "/", "203.0.113.1");
  portal.newSessions();
  return portal;
}

const shown = async (portal: Portal, query = "") => {
  const answer = await portal.request("systemAdmin", "GET", PATH + query);
  expect(answer.status).toBe(200);
  return withoutScripts(answer.text);
};

const EVERY_DAY = /newest first/;
const typedIn = (html: string, name: string) => html.match(new RegExp(`name="${name}"[^>]*value="([^"]*)"`))?.[1];
/** The bars of each part of the chart. */
const barsOf = (svg: string) =>
  svg
    .split("glip-chart__panel--")
    .slice(1)
    .map((panel) => panel.match(/<rect/g)?.length);

describe("the page of traffic", () => {
  test("shows each of the last 30 days, with zeros for days without views", async () => {
    const html = await shown(await withTraffic());
    const rows = tableOf(html, EVERY_DAY);
    expect(rows).toHaveLength(30);
    expect(rows.slice(0, 4)).toEqual([
      ["Mar 4, 2026", "1", "1"],
      ["Mar 3, 2026", "0", "0"],
      ["Mar 2, 2026", "3", "2"],
      ["Mar 1, 2026", "0", "0"],
    ]);
    expect(rows.at(-1)?.[0]).toBe("Feb 3, 2026");
    expect(typedIn(html, "from")).toBe("2026-02-03");
    expect(typedIn(html, "to")).toBe("2026-03-04");
    expect(html).toMatch(/aria-current="true"[^>]*>Last 30 days/);
  });

  test("lists the paths and the referrers, each with its share of all views", async () => {
    const html = await shown(await withTraffic());
    expect(tableOf(html, /Pages by views/)).toEqual([
      ["/", "3", "75.0%"],
      ["/calls", "1", "25.0%"],
    ]);
    expect(tableOf(html, /Views by previous page/)).toEqual([["/", "1", "25.0%"]]);
    expect(html).toContain("1 view (25.0%) came from another page of this site.");
    expect(html).toContain('<span class="glip-stat__value">4</span><span class="glip-stat__label">Views</span>');
  });

  test("draws the table's numbers as a chart with a title and no inline styles", async () => {
    const html = await shown(await withTraffic(), "?from=2026-03-01&to=2026-03-04");
    const [svg = ""] = html.match(/<svg class="glip-chart"[\s\S]*?<\/svg>/) ?? [];
    const [, titleId] = svg.match(/role="img" aria-labelledby="([^"]+)"/) ?? [];
    expect(svg).toContain(`<title id="${titleId}">Views and visitors each day, Mar 1, 2026 to Mar 4, 2026</title>`);
    expect(svg).toMatch(/<desc id="[^"]+">[^<]*Most views: 3, on Mar 2, 2026\./);
    expect(svg).not.toContain("style=");
    expect(barsOf(svg)).toEqual([2, 2]);
    // The highest bar stands for 3 of 3 and is as high as its part of the chart.
    expect(svg.match(/<rect[^>]*height="150"/g)).toHaveLength(1);
    expect(svg.match(/<rect[^>]*height="50"/g)).toHaveLength(1);
    for (const label of ["Mar 1", "Mar 4", "Views", "Visitors"]) expect(svg).toContain(`>${label}</text>`);
  });

  test("shows the days from its address, including both ends", async () => {
    const portal = await withTraffic();
    const rows = tableOf(await shown(portal, "?from=2026-03-02&to=2026-03-03"), EVERY_DAY);
    expect(rows).toEqual([
      ["Mar 3, 2026", "0", "0"],
      ["Mar 2, 2026", "3", "2"],
    ]);
    expect(tableOf(await shown(portal, "?from=2026-03-04&to=2026-03-04"), EVERY_DAY)).toEqual([
      ["Mar 4, 2026", "1", "1"],
    ]);
    expect(tableOf(await shown(portal, "?from=2025-03-04&to=2026-03-04"), EVERY_DAY)).toHaveLength(366);
    expect(tableOf(await shown(portal, "?from=&to="), EVERY_DAY)).toHaveLength(30);
  });

  test("links to the last 7, 30 and 90 days", async () => {
    const html = await shown(await withTraffic(), "?from=2026-02-26&to=2026-03-04");
    for (const [from, days] of [
      ["2026-02-26", 7],
      ["2026-02-03", 30],
      ["2025-12-05", 90],
    ]) {
      expect(html).toMatch(new RegExp(`href="[^"]*\\?from=${from}&amp;to=2026-03-04"[^>]*>Last ${days} days`));
    }
    expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  });

  const faults: [query: string, id: string, code: string, days: number][] = [
    ["?from=yesterday", "from", "invalid", 30],
    ["?to=2026-02-30", "to", "invalid", 30],
    ["?from=2026-03-04&to=2026-03-03", "to", "out_of_range", 1],
    ["?from=2025-03-03&to=2026-03-04", "to", "out_of_range", 366],
  ];
  for (const [query, id, code, days] of faults) {
    test(`shows at the field what is wrong with ${query}, and uses the rest of it`, async () => {
      const html = await shown(await withTraffic(), query);
      expect(errorsIn(html)).toEqual({ [id]: [code] });
      expect(typedIn(html, id)).toBe(new URLSearchParams(query).get(id));
      expect(tableOf(html, EVERY_DAY)).toHaveLength(days);
    });
  }

  test("explains what to do if there were no views, and draws nothing", async () => {
    const html = await shown(await withTraffic(), "?from=2020-01-01&to=2020-01-02");
    expect(html).toContain("No page views on these days");
    expect(html).not.toContain("glip-chart");
    expect(tableOf(html, EVERY_DAY)).toEqual([
      ["Jan 2, 2020", "0", "0"],
      ["Jan 1, 2020", "0", "0"],
    ]);
  });

  test("explains what a visitor is, that no cookie is set, and who is not counted", async () => {
    const html = await shown(await openPortal());
    expect(html).toContain("We count each IP address as one visitor a day");
    expect(html).toContain("We do not use cookies for this");
    expect(html).toContain("do not count browsers without JavaScript");
  });

  test("shows any counted path as readable text, not as a link", async () => {
    const portal = await openPortal();
    const path = "/calls/\u202e\u0001\r\n<b>evil";
    await look(portal, "/", "203.0.113.1", "/");
    // As counted by versions that did not check for the record.
    const day = portal.now().toISOString().slice(0, 10);
    for (const [table, column] of [
      ["traffic_path", "path"],
      ["traffic_referrer", "referrer"],
    ]) {
      portal.db.$client.prepare(`INSERT INTO ${table} (day, ${column}, views) VALUES (?, ?, 2)`).run(day, path);
    }
    const html = await shown(portal);
    for (const caption of [/Pages by views/, /Views by previous page/]) {
      const [[name] = []] = tableOf(html, caption);
      expect(name).toBe(legiblePath(path));
    }
    expect(html).not.toMatch(/(href|action)="[^"]*evil/);
  });

  test("shows paths that the site does not have as one line, after the pages", async () => {
    const portal = await openPortal();
    for (const path of ["/wp-admin", "/.env", "/calls", "//evil.example"])
      await look(portal, path, "203.0.113.1", path);
    const html = await shown(portal);
    for (const caption of [/Pages by views/, /Views by previous page/]) {
      expect(tableOf(html, caption)).toEqual([
        ["/calls", "1", "25.0%"],
        ["Pages that do not exist", "3", "75.0%"],
      ]);
    }
  });

  test("is linked only for system administrators", async () => {
    const portal = await openPortal();
    for (const [person, isLed] of [
      ["lead", false],
      ["admin", false],
      ["systemAdmin", true],
    ] as const) {
      const { text } = await portal.request(person, "GET", "/gov/admin/users");
      expect(text.includes(`href="${PATH}"`)).toBe(isLed);
      expect((await portal.request(person, "GET", `${PATH}.data`)).status).toBe(isLed ? 200 : 403);
    }
  });
});
