import { describe, expect, test } from "vitest";
import { ENTRY_TYPES, GOVERNMENT_ROLES } from "#db/enumerations";
import { rateLimitAttempt } from "#db/schema";
import { RATE_LIMITS } from "~/values/limits";
import { insertCall, insertEngagement, insertOrganization, insertSubmission, instant } from "../support/arrange";
import { PEOPLE, type PersonKey, roleOf } from "../support/cast";
import { errorsIn } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

const PAGE = "/gov/search";
const RESULTS = "#results";
const address = (...asked: [name: string, value: string][]) => `${PAGE}?${new URLSearchParams(asked)}`;

const visit = async (portal: Portal, path: string, as: PersonKey = "readonly") => {
  const { status, text } = await portal.request(as, "GET", path);
  expect(status, path).toBe(200);
  return text.replaceAll("<!-- -->", "");
};
/** The text between the header and the footer, without the data for the scripts. */
const mainOf = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</main>"));
const BEST = /<h2[^>]*>Best matches<\/h2>[\s\S]*?(?=<h2)/;
/** The results by type, without the best of all types before them. */
const find = async (portal: Portal, ...asked: [name: string, value: string][]) =>
  mainOf(await visit(portal, address(...asked))).replace(BEST, "");
const headingsOf = (main: string) =>
  Array.from(main.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g), ([, heading]) => heading).filter(
    (heading) => heading !== "How to search" && heading !== "Narrow the results",
  );
const linksOf = (main: string) => Array.from(main.matchAll(/<h3[^>]*><a[^>]* href="([^"]*)"/g), ([, href]) => href);
/** The address of the link with this text. */
const linkOf = (main: string, words: string) =>
  Array.from(main.matchAll(/<a[^>]* href="([^"]*)"[^>]*>([^<]*)<\/a>/g))
    .find(([, , text]) => text === words)?.[1]
    ?.replaceAll("&amp;", "&");
const outcomeOf = (main: string) => {
  const [, outcome = ""] = main.match(/<div role="status" id="results" class="glip-outcome">(.*?)<\/div>(?=<)/) ?? [];
  return outcome.replace(/<[^>]*>/g, "");
};
const checkedOf = (main: string) =>
  Array.from(main.matchAll(/<input[^>]*type="checkbox"[^>]*>/g), ([box]) => box)
    .filter((box) => box.includes('checked=""'))
    .map((box) => box.match(/value="(\w+)"/)?.[1]);
const countSearches = ({ db }: Portal) => db.select().from(rateLimitAttempt).all().length;

/** One record of each type that has the word "lidar", each in another field. */
function insertLidars(portal: Portal): void {
  insertOrganization(portal, { id: "o1", name: "Fjord Optics", description: "Makes a lidar.", status: "ACTIVE" });
  insertSubmission(portal, { id: "s1", title: "Lidar at sea", techTags: "hulls", status: "ROUTED" });
  insertEngagement(portal, { id: "e1", title: "Sea trial", summary: "The lidar is shown.", location: "Bergen" });
  insertCall(portal, { id: "c1", title: "Seeing", techTags: "lidar,optics", closesAt: "2026-04-01T23:59:59.999Z" });
}

describe("the page without a query", () => {
  test.each(["", "?q=", "?q=+++", "?q=&types=call"])(
    "at %j has its field and its help, and searches for nothing",
    async (query) => {
      const portal = await openPortal();
      const html = await visit(portal, `${PAGE}${query}`);
      expect(html).toContain("<title>Search | ");
      const main = mainOf(html);
      expect(main).toContain('name="q"');
      expect(main).toContain("What you can type");
      expect(main).not.toMatch(/usa-error-message|did not understand|<details/);
      expect(outcomeOf(main)).toBe("");
      expect(countSearches(portal)).toBe(0);
    },
  );

  test("has working examples", async () => {
    const portal = await openPortal();
    const main = mainOf(await visit(portal, PAGE));
    const examples = Array.from(main.matchAll(/href="([^"]*\?q=[^"]*)"/g), ([, href = ""]) => href);
    expect(examples.length).toBeGreaterThanOrEqual(5);
    expect(examples).toContain(address(["q", '"ground robotics"']) + RESULTS);
    for (const example of examples) expect(await visit(portal, example)).toContain("Search results: ");
  });
});

describe("a result", () => {
  test("is grouped by type with counts, and each record has a link and a description", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    insertSubmission(portal, { id: "s2", title: "Another lidar" });
    const html = await visit(portal, address(["q", "lidar"]));
    expect(html).toContain("<title>lidar – Search | ");
    const main = mainOf(html).replace(BEST, "");
    expect(main).toContain("<h1>Search results: lidar</h1>");
    expect(main).toMatch(/<input[^>]*name="q"[^>]*value="lidar"/);
    expect(outcomeOf(main)).toBe("5 results for lidar");
    expect(headingsOf(main)).toEqual(["Organizations (1)", "Submissions (2)", "Engagements (1)", "Calls (1)"]);
    expect(linksOf(main).sort()).toEqual(
      ["organizations/o1", "submissions/s1", "submissions/s2", "engagements/e1", "calls/c1"]
        .map((place) => `/gov/${place}`)
        .sort(),
    );
    for (const shown of [
      ">Active<",
      ">Routed<",
      ">acme industries<",
      ">ALPHA<",
      ">Mar 10<",
      ">Submitted <time",
      ">Deadline <time",
      ">hulls<",
      ">How to search<",
    ]) {
      expect(main).toContain(shown);
    }
    expect(main).not.toContain("Show more");
  });

  test("of one record is counted as one result", async () => {
    const portal = await openPortal();
    insertOrganization(portal, { name: "Fjord Optics" });
    expect(outcomeOf(await find(portal, ["q", "fjord"]))).toBe("1 result for fjord");
  });

  test("has the matches marked, in title, text and tags", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", "lid"]);
    expect(main).toContain("<mark>Lidar</mark> at sea");
    expect(main).toContain("Makes a <mark>lidar</mark>.");
    expect(main).toContain("The <mark>lidar</mark> is shown.");
    expect(main).toContain('class="usa-tag"><mark>lidar</mark></li>');
    expect(main).toContain('class="usa-tag">optics</li>');
  });

  test("shows the tags that government added as words, one by one", async () => {
    const portal = await openPortal();
    insertSubmission(portal, { title: "Lidar at sea", governmentTags: "hulls,sonar" });
    expect(await find(portal, ["q", "hulls"])).toContain("<mark>hulls</mark>, sonar");
  });

  test("shows markup as text, and marks matches inside it", async () => {
    const portal = await openPortal();
    const markup = "<script>alert(1)</script> & <mark>";
    insertSubmission(portal, { title: markup, summary: markup, techTags: "<script>" });
    const marked: [string, string][] = [
      ["script", "&lt;<mark>script</mark>&gt;alert(1)"],
      ["<script>", 'class="usa-tag">&lt;<mark>script</mark>&gt;</li>'],
      [markup, "<mark>script&gt;alert(1)&lt;/script</mark>&gt; &amp; &lt;<mark>mark</mark>&gt;"],
    ];
    for (const [q, shown] of marked) {
      const html = await visit(portal, address(["q", q]));
      expect(html).not.toContain("<script>alert");
      const main = mainOf(html);
      expect(main).toContain(shown);
      expect(main).not.toContain("<script");
      expect(headingsOf(main)).toEqual(["Submissions (1)"]);
    }
  });

  test("of a corrected query says so, with a link to the query as corrected, and marks its words", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", "lidra"]);
    expect(outcomeOf(main)).toBe("No results for lidra. 4 results for lidar");
    expect(main).toContain(`href="${address(["q", "lidar"])}${RESULTS}"`);
    expect(main).toContain("<mark>Lidar</mark> at sea");
  });

  test("that has only most of the words says so", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", "lidar sea qwzxkj"]);
    expect(outcomeOf(main)).toMatch(/^No record has all of your words\. 2 have most of them/);
    expect(await find(portal, ["q", "lidar qwzxkj vbnmqq"])).toContain("No results");
  });

  test("is among the best of all types first", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = mainOf(await visit(portal, address(["q", "lidar"])));
    expect(headingsOf(main)[0]).toBe("Best matches");
    expect(linksOf(main)[0]).toBe("/gov/submissions/s1");
    const ofOneType = mainOf(await visit(portal, address(["q", "lidar"], ["types", "call"])));
    expect(headingsOf(ofOneType)).toEqual(["Calls (1)"]);
  });

  test("can be narrowed by its status, and ordered by date", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", "lidar"]);
    expect(linkOf(main, "Routed")).toBe(address(["q", "lidar"], ["status", "ROUTED"]) + RESULTS);
    expect(headingsOf(await find(portal, ["q", "lidar"], ["status", "ROUTED"]))).toEqual(["Submissions (1)"]);
    expect(linkOf(main, "Show the newest first")).toBe(address(["q", "lidar"], ["order", "date"]) + RESULTS);
    expect(headingsOf(await find(portal, ["q", "lidar"], ["order", "date"]))).toHaveLength(4);
  });

  test("says on a phone, where the filters are far below, how many are on", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const jumpOf = (main: string) => main.match(/<a href="#narrow">([^<]*)<\/a>/)?.[1];
    expect(jumpOf(await find(portal, ["q", "lidar"]))).not.toMatch(/\d/);
    expect(jumpOf(await find(portal, ["q", "lidar"], ["status", "ROUTED"], ["tag", "hulls"]))).toContain("2");
  });

  test("of a long query shows its beginning, and keeps all of it in the field", async () => {
    const portal = await openPortal();
    const q = "lidar ".repeat(42).trim();
    const main = await find(portal, ["q", q]);
    expect(main).toMatch(/<h1>Search results: (lidar )+lidar…<\/h1>/);
    expect(main).toContain(`value="${q}"`);
  });
});

describe("the types", () => {
  test.each<[string, [string, string][]]>([
    [
      "ticked boxes",
      [
        ["types", "call"],
        ["types", "submission"],
      ],
    ],
    ["a list with commas", [["types", "submission, call"]]],
    [
      "both",
      [
        ["types", "call,call"],
        ["types", ""],
        ["types", "submission"],
      ],
    ],
  ])("as %s limit the search, and stay selected", async (_, asked) => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", "lidar"], ...asked);
    expect(headingsOf(main)).toEqual(["Submissions (1)", "Calls (1)"]);
    expect(checkedOf(main)).toEqual(["submission", "call"]);
    expect(outcomeOf(main)).toBe("2 results for lidar");
  });

  test("are all clear when all are searched", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    for (const asked of [[], [["types", ""]]] as [string, string][][]) {
      const main = await find(portal, ["q", "lidar"], ...asked);
      expect(checkedOf(main)).toEqual([]);
      expect(headingsOf(main)).toHaveLength(4);
    }
  });
});

describe("more of a type", () => {
  const insertMany = (portal: Portal, count: number) => {
    for (let number = 0; number < count; number += 1) {
      insertSubmission(portal, { title: `Lidar ${number}`, createdAt: instant(portal, number) });
    }
  };

  test("is a link away when there are more than ten, for only that type", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    insertMany(portal, 11);
    const main = await find(portal, ["q", "lidar"], ["types", "submission,call"]);
    expect(headingsOf(main)).toEqual(["Submissions (12)", "Calls (1)"]);
    expect(linksOf(main)).toHaveLength(11);
    const more = linkOf(main, "Show more submissions") ?? "";
    expect(more).toBe(address(["q", "lidar"], ["types", "submission"], ["limit", "50"]) + RESULTS);
    expect(main).not.toContain("Show more calls");

    const all = mainOf(await visit(portal, more));
    expect(headingsOf(all)).toEqual(["Submissions (12)"]);
    expect(linksOf(all)).toHaveLength(12);
    expect(checkedOf(all)).toEqual(["submission"]);
    expect(all).not.toMatch(/Show more|We show only the first/);
  });

  test("than fifty is not shown, and the page suggests how to narrow the search", async () => {
    const portal = await openPortal();
    insertMany(portal, 51);
    expect(await find(portal, ["q", "lidar"])).not.toContain("We show only the first");
    const main = await find(portal, ["q", "lidar"], ["limit", "50"]);
    expect(headingsOf(main)).toEqual(["Submissions (51)"]);
    expect(linksOf(main)).toHaveLength(50);
    expect(main).toContain("We show only the first 50. To narrow your search, add words");
    expect(main).not.toContain("Show more");
  });

  test("than the counted maximum is shown as that many or more", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    portal.db.$client.transaction(() => insertMany(portal, 2_010))();
    // A search does not wait until so many new records are indexed.
    await portal.services.ledger.catchUp();
    const main = await find(portal, ["q", "lidar"]);
    expect(headingsOf(main)).toContain("Submissions (2,000 or more)");
    expect(headingsOf(main)).toContain("Calls (1)");
    expect(outcomeOf(main)).toBe("2,003 or more results for lidar");
  });
});

describe("an invalid query", () => {
  test("that is too long gets a message at its field, which keeps it, and nothing is searched", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", "a".repeat(256)], ["types", "call"]);
    expect(errorsIn(main)).toEqual({ q: ["too_long"] });
    expect(main).toContain("Up to 255 characters");
    expect(main).toMatch(/<input[^>]*aria-invalid="true"[^>]*value="a{256}"/);
    expect(main).not.toContain("did not understand");
    expect(checkedOf(main)).toEqual(["call"]);
    expect(outcomeOf(main)).toBe("");
    expect(countSearches(portal)).toBe(0);
    await find(portal, ["q", "a".repeat(255)]);
    expect(countSearches(portal)).toBe(1);
  });

  test.each<[string, [string, string], Record<string, string[]>]>([
    ["an unknown type", ["types", "call,user"], { types: ["not_listed"] }],
    ["a limit above the maximum", ["limit", "51"], {}],
    ["a limit that is not a number", ["limit", "all"], {}],
  ])("%s is ignored with a message", async (_, asked, errors) => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", "lidar"], asked);
    expect(main).toContain("We did not understand part of this address");
    expect(errorsIn(main)).toEqual(errors);
    expect(headingsOf(main)).toHaveLength(4);
  });
});

describe("a query that finds nothing", () => {
  test("of plain words gets a suggestion to check the spelling", async () => {
    const portal = await openPortal();
    const main = await find(portal, ["q", "zzqqxxjj"]);
    expect(outcomeOf(main)).toBe("No results for zzqqxxjj.");
    expect(main).toContain("Check the spelling");
    expect(main).not.toMatch(/Search for only the words|Search all types/);
  });

  test.each([
    ['"lidar sea" -hulls', "lidar sea", true],
    ["lidar -hulls -at", "lidar", true],
    ['"sea OR lidar"', "sea or lidar", true],
    ["-lidar*", "", false],
  ])("%s offers a search for only its words, if it has any", async (q, words, isOffered) => {
    const portal = await openPortal();
    insertSubmission(portal, { title: "Lidar at sea", techTags: "hulls" });
    const main = await find(portal, ["q", q], ["types", "submission"], ["limit", "20"]);
    expect(headingsOf(main)).toEqual([]);
    const link = linkOf(main, `Search for only the words: ${words}`);
    if (!isOffered) return expect(link).toBeUndefined();
    expect(link).toBe(address(["q", words], ["types", "submission"], ["limit", "20"]) + RESULTS);
    expect(headingsOf(mainOf(await visit(portal, link ?? "")))).toEqual(["Submissions (1)"]);
  });

  test("in some of the types offers a search in all", async () => {
    const portal = await openPortal();
    insertLidars(portal);
    const main = await find(portal, ["q", '"lidar at sea"'], ["types", "call"], ["types", "engagement"]);
    const link = linkOf(main, "Search all types");
    expect(link).toBe(address(["q", '"lidar at sea"']) + RESULTS);
    expect(headingsOf(mainOf(await visit(portal, link ?? "")))).toEqual(["Submissions (1)"]);
    const everywhere = ["types", ENTRY_TYPES.filter((type) => type !== "command").join()] as [string, string];
    expect(await find(portal, ["q", '"no such"'], everywhere)).not.toContain("Search all types");
  });

  test("because it has no letters or digits says so", async () => {
    const portal = await openPortal();
    const main = await find(portal, ["q", "?!* -"]);
    expect(main).toContain("Enter at least one letter or number");
    expect(main).not.toContain("Check the spelling");
  });
});

describe("the settings of the search", () => {
  test("full text by itself promises nothing similar", async () => {
    const portal = await openPortal({ SEARCH_BACKEND: "fulltext" });
    insertLidars(portal);
    const help = mainOf(await visit(portal, PAGE));
    expect(help).toContain("What you can type");
    expect(help).not.toContain("correct the spelling");
    expect(await find(portal, ["q", "lidra"])).toContain("No results");
  });

  test("any other corrects words", async () => {
    const portal = await openPortal({ SEARCH_BACKEND: "trigram" });
    insertLidars(portal);
    expect(mainOf(await visit(portal, PAGE))).toContain("correct the spelling");
    expect(outcomeOf(await find(portal, ["q", "lidra"]))).toBe("No results for lidra. 4 results for lidar");
  });
});

test("searches count against their limit, and the refusal is a page that says when to come back", async () => {
  const portal = await openPortal();
  for (let number = 0; number < RATE_LIMITS.search.max; number += 1) await find(portal, ["q", "lidar"]);
  const refused = await portal.request("readonly", "GET", address(["q", "lidar"]));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused.text).toContain("Too many requests");
  await visit(portal, PAGE);
  await visit(portal, address(["q", "lidar"]), "poc");
});

describe("the header's search box", () => {
  const BOX = /<form[^>]* action="\/gov\/search"[^>]*role="search"[^>]*>.*?name="q"/;
  const government = PEOPLE.filter((person) => roleOf(person) !== "INDUSTRY");
  const industry = PEOPLE.filter((person) => roleOf(person) === "INDUSTRY");

  test("is tested here for every role", () => {
    expect(new Set(government.map(roleOf))).toEqual(new Set(GOVERNMENT_ROLES));
  });

  test.each(government)("is on every page that %s sees", async (person) => {
    const portal = await openPortal();
    const call = insertCall(portal);
    const pages = [
      "/gov",
      PAGE,
      "/gov/calls",
      `/gov/calls/${call}`,
      "/notifications",
      "/account/password",
      "/",
      "/calls",
    ];
    for (const path of pages) expect(await visit(portal, path, person), path).toMatch(BOX);
    expect((await portal.request(person, "GET", "/no/such/page")).text).toMatch(BOX);
  });

  test.each(industry)("is on no page that %s sees", async (person) => {
    const portal = await openPortal();
    for (const path of ["/portal", "/portal/submissions", "/notifications", "/account/password", "/", "/calls"]) {
      expect(await visit(portal, path, person), path).not.toContain(PAGE);
    }
    for (const path of [PAGE, "/gov", "/no/such/page"]) {
      expect((await portal.request(person, "GET", path)).text.split("<script")[0], path).not.toContain(PAGE);
    }
  });

  test("is on no page that a visitor sees", async () => {
    const portal = await openPortal();
    for (const path of ["/", "/calls", "/announcements", "/login", "/register", "/no/such/page"]) {
      expect((await portal.request(null, "GET", path)).text, path).not.toContain(PAGE);
    }
  });

  test("leaves the search page to the page's own form", async () => {
    const portal = await openPortal();
    const formsOn = async (path: string) => {
      const html = await visit(portal, path);
      return Array.from(html.matchAll(/<form[^>]*role="search"[^>]*aria-label="([^"]*)"/g), ([, name]) => name);
    };
    expect(await formsOn(PAGE)).toEqual(["By words and types"]);
    expect(await formsOn("/gov")).toEqual(["All records"]);
    const html = await visit(portal, PAGE);
    const ids = Array.from(html.matchAll(/ id="([^"]*)"/g), ([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
