import { describe, expect, test } from "vitest";
import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { insertCall, insertEngagement, insertOrganization, insertSubmission, instant } from "../support/arrange";
import { ORGANIZATIONS, type PersonKey } from "../support/cast";
import { DAY, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";
import { insertRecord, itemsOf, type SearchResponse, search, searchPath, titlesOf } from "../support/search";

const get = { as: "readonly", method: "GET" } as const;
const ask = (q: string, choices: Record<string, string> = {}) => ({ ...get, path: searchPath(q, choices) });
const a = (length: number) => "a".repeat(length);

/** Inserts submissions with these titles. */
function insertTitles(portal: Portal, ...titles: string[]): undefined {
  portal.db.transaction(() => {
    for (const title of titles) insertRecord(portal, "submission", title);
  });
}

describe("who may search", () => {
  const people = ["readonly", "poc", "lead", "admin", "systemAdmin"] as const satisfies readonly PersonKey[];
  scenarios([
    ...people.map((as) => ({ name: `${as} may`, ...ask("rotor"), as, status: 200 })),
    { name: "a visitor without a session may not", ...ask("rotor"), as: null, status: 401 },
    { name: "an industry user may not", ...ask("rotor"), as: "acmeUser", status: 403 },
    { name: "an industry administrator may not", ...ask("rotor"), as: "acmeAdmin", status: 403 },
    { name: "a visitor does not see that the query is invalid", ...ask(""), as: null, status: 401 },
    { name: "an industry user does not see that the query is invalid", ...ask(""), as: "acmeUser", status: 403 },
  ]);
});

describe("the parameters", () => {
  const refused = (field: string) => ({ status: 400, fields: [field] });
  scenarios([
    { name: "requires a query", ...get, path: "/api/search", ...refused("q") },
    { name: "requires a query that is not empty", ...ask(""), ...refused("q") },
    { name: "may be one character", ...ask("a"), status: 200 },
    { name: "can be a space", ...ask(" "), status: 200, body: { data: { query: " ", total: 0, groups: [] } } },
    { name: "may be 255 characters", ...ask(a(255)), status: 200 },
    { name: "may not be 256 characters", ...ask(a(256)), ...refused("q") },
    { name: "may not be 256 spaces", ...ask(" ".repeat(256)), ...refused("q") },
    { name: "may be 255 emoji", ...ask("😀".repeat(255)), status: 200 },
    { name: "may not be 256 emoji", ...ask("😀".repeat(256)), ...refused("q") },
    ...["1", "10", "50", "5.0", "1e1", " 5", "5 ", "+5", "0x10", "05"].map((limit) => ({
      name: `may have a limit of ${limit}`,
      ...ask("rotor", { limit }),
      status: 200,
    })),
    ...[
      "0",
      "51",
      "-1",
      "abc",
      "1.5",
      "",
      " ",
      "1,2",
      "5.0.0",
      "5a",
      "0x100",
      "1e2",
      "NaN",
      "Infinity",
      "1e400",
      "9999999999999999999",
    ].map((limit) => ({
      name: `may not have a limit of ${JSON.stringify(limit)}`,
      ...ask("rotor", { limit }),
      ...refused("limit"),
    })),
    ...[
      ...SEARCH_TYPES,
      "organization,call",
      "call , organization",
      " engagement ",
      "call,call",
      SEARCH_TYPES.join(","),
      "",
    ].map((types) => ({ name: `may be of types ${JSON.stringify(types)}`, ...ask("rotor", { types }), status: 200 })),
    ...[
      "person",
      "organization,person",
      "person,organization",
      "Organization",
      "organizations",
      "organization;call",
      "organization call",
      "*",
      "__proto__",
      "toString",
    ].map((types) => ({
      name: `may not be of types ${JSON.stringify(types)}`,
      ...ask("rotor", { types }),
      ...refused("types"),
    })),
    {
      name: "a request with several problems gets them all at the same time",
      ...get,
      path: "/api/search?limit=0&types=person",
      status: 400,
      fields: ["q", "limit", "types"],
    },
    { name: "can come with unknown parameters", ...ask("rotor", { page: "2", id: "x" }), status: 200 },
    { name: "is not changed by a search", ...get, as: "admin", method: "POST", path: "/api/search?q=a", status: 405 },
  ]);
});

describe("the response", () => {
  /** One record of each type, all with the word kestrel in the title. */
  function insertOfEach(portal: Portal): Record<SearchType, string> {
    return {
      call: insertCall(portal, {
        title: "Kestrel call",
        description: "A call of its own.",
        techTags: "birds,quiet flight",
        closesAt: "2026-05-01T23:59:59.999Z",
      }),
      engagement: insertEngagement(portal, {
        title: "Kestrel demonstration",
        summary: "It flew.",
        location: "Adelphi",
      }),
      submission: insertSubmission(portal, { title: "Kestrel paper", summary: "It flies.", techTags: "birds" }),
      organization: insertOrganization(portal, { name: "Kestrel works", description: "They fly.", techTags: "birds" }),
    };
  }

  test("has the query, the total, and for each type with results its label and items, and nothing else", async () => {
    const portal = await openPortal();
    const ids = insertOfEach(portal);
    const { body } = await perform(portal, { ...ask("Kestrel"), status: 200 });
    const item = (type: SearchType, title: string, snippet: string) => ({
      type,
      id: ids[type],
      title,
      snippet,
      url: `/gov/${type}s/${ids[type]}`,
      meta: expect.any(Object),
    });
    expect(body).toEqual({
      data: {
        query: "Kestrel",
        total: 4,
        groups: [
          {
            type: "organization",
            label: "Organizations",
            items: [item("organization", "Kestrel works", "They fly.")],
          },
          { type: "submission", label: "Submissions", items: [item("submission", "Kestrel paper", "It flies.")] },
          {
            type: "engagement",
            label: "Engagements",
            items: [item("engagement", "Kestrel demonstration", "It flew.")],
          },
          { type: "call", label: "Calls", items: [item("call", "Kestrel call", "A call of its own.")] },
        ],
      },
    });
  });

  test("has the same shape for similar results", async () => {
    const portal = await openPortal();
    const ids = insertOfEach(portal);
    const exact = await search(portal, "kestrel");
    const alike = await search(portal, "kestrl");
    expect(alike).toEqual({ ...exact, query: "kestrl" });
    expect(itemsOf(alike).map(({ id }) => id)).toEqual([ids.organization, ids.submission, ids.engagement, ids.call]);
  });

  test("has a short description of each record", async () => {
    const portal = await openPortal();
    insertOfEach(portal);
    const metas = itemsOf(await search(portal, "kestrel")).map(({ meta }) => meta ?? {});
    for (const meta of metas) {
      expect(["status", "organization", "command", "date", "tags"]).toEqual(expect.arrayContaining(Object.keys(meta)));
    }
    const [organization, submission, engagement, call] = metas;
    expect(organization).toMatchObject({ status: "NEW" });
    expect(submission).toMatchObject({ status: "SUBMITTED", organization: "acme industries" });
    expect(engagement).toMatchObject({ status: "PLANNED", organization: "acme industries" });
    expect(engagement?.command).toMatch(/^(ALPHA|Command alpha)$/);
    expect(engagement?.date).toMatch(/^2026-03-10/);
    expect(call).toMatchObject({ status: "OPEN" });
    expect(JSON.stringify(metas)).not.toContain("null");
  });

  test("has the effective status of a call", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Kestrel call", status: "PENDING", releasesAt: instant(portal, HOUR) });
    const statusNow = async () => itemsOf(await search(portal, "kestrel"))[0]?.meta?.status;
    expect(await statusNow()).toBe("PENDING");
    portal.advance(HOUR);
    portal.newSessions();
    expect(await statusNow()).toBe("OPEN");
  });

  test("has the other participant, or none, for an engagement without a registered organization", async () => {
    const portal = await openPortal();
    insertEngagement(portal, { title: "Kestrel day", otherOrganization: "A university" }, []);
    const [item] = itemsOf(await search(portal, "kestrel"));
    expect([undefined, "A university"]).toContain(item?.meta?.organization);
  });

  test("never has a whole text", async () => {
    const portal = await openPortal();
    const words = (word: string) => Array.from({ length: 80 }, (_, index) => `${word}${index}`).join(" ");
    const body = `${words("before")} kestrel ${words("behind")}`;
    for (const type of SEARCH_TYPES) insertRecord(portal, type, `Kestrel ${type}`, body);
    // A similar result does not contain the query literally, so the snippet is the text's beginning.
    for (const [q, shown, far] of [
      ["kestrel", "before79 kestrel behind0", "before0 "],
      ["kestrl", "before0 before1", "kestrel"],
    ] as const) {
      const { text } = await perform(portal, { ...ask(q), status: 200 });
      expect(text).toContain(shown);
      for (const left of [far, "behind79"]) expect(text).not.toContain(left);
      expect(text.length).toBeLessThan(4 * 700);
    }
  });

  test("forbids caching", async () => {
    const portal = await openPortal();
    const { headers } = await perform(portal, { ...ask("rotor"), status: 200 });
    expect(headers.get("cache-control")).toBe("private, no-store");
  });
});

describe("types", () => {
  async function typesOf(types: string): Promise<{ types: string[]; total: number }> {
    const portal = await openPortal();
    for (const type of SEARCH_TYPES) insertRecord(portal, type, `Kestrel ${type}`);
    const { groups, total } = await search(portal, "kestrel", { types });
    return { types: groups.map(({ type }) => type), total };
  }
  test.each(SEARCH_TYPES)("%s limits the results to those", async (type) => {
    expect(await typesOf(type)).toEqual({ types: [type], total: 1 });
  });
  test.each([
    ["call,organization", ["organization", "call"]],
    [" engagement , submission ", ["submission", "engagement"]],
    ["call,call", ["call"]],
    ["call,engagement,submission,organization", ["organization", "submission", "engagement", "call"]],
    ["", ["organization", "submission", "engagement", "call"]],
  ])("%j makes no difference to the order of the types", async (asked, types) => {
    expect(await typesOf(asked)).toEqual({ types, total: types.length });
  });
});

describe("the limit", () => {
  const MATCHES = 60;
  async function counts(q: string, choices: Record<string, string>) {
    const portal = await openPortal();
    portal.db.transaction(() => {
      for (let index = 0; index < MATCHES; index += 1) {
        insertRecord(portal, "submission", `Kestrel ${index}`);
        if (index < 12) insertRecord(portal, "call", `Kestrel ${index}`);
      }
    });
    const { total, groups } = await search(portal, q, choices);
    return [total, ...groups.map(({ items }) => items.length)];
  }
  test("is 10 of each type by default", async () => expect(await counts("kestrel", {})).toEqual([72, 10, 10]));
  test("can be 1", async () => expect(await counts("kestrel", { limit: "1" })).toEqual([72, 1, 1]));
  test("can be 50", async () => expect(await counts("kestrel", { limit: "50" })).toEqual([72, 50, 12]));
  test("applies to each type, also if only one is searched", async () =>
    expect(await counts("kestrel", { limit: "50", types: "submission" })).toEqual([60, 50]));
  test("applies to negations, and the total counts all", async () =>
    expect(await counts("-xyzzy", { types: "submission,call" })).toEqual([72, 10, 10]));
  test("limits the total of similar results, which counts only what is shown", async () => {
    expect(await counts("kestrl", {})).toEqual([20, 10, 10]);
    expect(await counts("kestrl", { limit: "1" })).toEqual([2, 1, 1]);
    expect(await counts("kestrl", { limit: "50" })).toEqual([62, 50, 12]);
  });
});

describe("a snippet", () => {
  const words = (count: number, word = "filler") => Array.from({ length: count }, () => word).join(" ");
  async function snippetOf(q: string, body: string, title = "A title", type: SearchType = "submission") {
    const portal = await openPortal();
    insertRecord(portal, type, title, body, "tag");
    const [item] = itemsOf(await search(portal, q));
    const snippet = item?.snippet ?? "";
    expect(item?.title).toBe(title);
    expect(snippet.length).toBeLessThanOrEqual(160);
    expect(snippet.isWellFormed()).toBe(true);
    return snippet;
  }

  test("of a short text is the whole text", async () => {
    expect(await snippetOf("kestrel", "A kestrel flies.")).toBe("A kestrel flies.");
  });
  test("of 160 characters is the whole text", async () => {
    const text = `kestrel ${a(152)}`;
    expect(await snippetOf("kestrel", text)).toBe(text);
  });
  test("is the beginning of a text without the word", async () => {
    const snippet = await snippetOf("kestrel", `First things first. ${words(100)}`, "Kestrel");
    expect(snippet.startsWith("First things first.")).toBe(true);
    expect(snippet.length).toBeGreaterThan(120);
  });
  test("is the text's beginning if only the tags have the word", async () => {
    expect((await snippetOf("tag", `First things first. ${words(100)}`)).startsWith("First things first.")).toBe(true);
  });
  test.each(SEARCH_TYPES)("has the word in its middle: %s", async (type) => {
    const snippet = await snippetOf("kestrel", `${words(100)} kestrel ${words(100)}`, "A title", type);
    expect(snippet.length).toBeGreaterThan(120);
    expect(snippet.indexOf("kestrel")).toBeGreaterThan(45);
    expect(snippet.indexOf("kestrel")).toBeLessThan(110);
  });
  test.each([0, 1, 5, 10, 15, 20, 25, 30])("has the word after %i others", async (count) => {
    expect(await snippetOf("kestrel", `${words(count)} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test.each([0, 1, 5, 10, 15, 20, 25, 30])("has the word before %i others", async (count) => {
    const snippet = await snippetOf("kestrel", `${words(100)} kestrel ${words(count)}`);
    expect(snippet).toContain("kestrel");
    expect(snippet.length).toBeGreaterThan(80);
  });
  test("has the word in another case", async () => {
    expect(await snippetOf("KESTREL", `${words(100)} Kestrel ${words(100)}`)).toContain("Kestrel");
  });
  test("has the word from a text with emoji", async () => {
    expect(await snippetOf("kestrel", `${words(100, "🚀")} kestrel ${words(100, "🚀")}`)).toContain("kestrel");
  });
  test("has the word after letters that get longer in lower case", async () => {
    expect(await snippetOf("kestrel", `${words(150, "İİİİ")} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test("has the word after letters that lose their accents", async () => {
    const body = `${words(300, "e\u0301e\u0301")} kestrel ${words(100)}`;
    expect(await snippetOf("kestrel", body)).toContain("kestrel");
  });
  test("has the word with its accent", async () => {
    expect(await snippetOf("zurich", `${words(100)} Zürich ${words(100)}`)).toContain("Zürich");
  });
  test("has the whole phrase", async () => {
    const body = `quiet ${words(100)} quiet rotor ${words(100)}`;
    expect(await snippetOf('"quiet rotor"', body)).toContain("quiet rotor");
  });
  test("has the query as typed, if the text has it, rather than one of its words", async () => {
    const body = `quiet ${words(100)} quiet rotor ${words(100)}`;
    expect(await snippetOf("quiet rotor", body)).toContain("quiet rotor");
  });
  test("has one of two words that are far apart", async () => {
    expect(await snippetOf("quiet rotor", `${words(100)} rotor ${words(100)} quiet`)).toMatch(/rotor|quiet/);
  });
  test("has a longer word that starts with the last word", async () => {
    expect(await snippetOf("kestr", `${words(100)} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test("has a longer word that starts with a prefix", async () => {
    expect(await snippetOf("kestr*", `${words(100)} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test("is not centered on a negated phrase", async () => {
    const body = `First things first. ${words(100)} quiet ${words(100)}`;
    const snippet = await snippetOf('kestrel -"quiet wing"', body, "Kestrel");
    expect(snippet.startsWith("First things first.")).toBe(true);
  });
  test("is on one line", async () => {
    expect(await snippetOf("kestrel", "A\n\nkestrel\t of\r\n  lines")).toBe("A kestrel of lines");
  });
  test("of a text without spaces is cut inside it", async () => {
    expect(await snippetOf("kestrel", `${"x-".repeat(300)}kestrel${"-x".repeat(300)}`)).toContain("kestrel");
  });
  test("has as much of a very long word as fits", async () => {
    expect((await snippetOf(`${a(200)}`, `${words(100)} ${a(200)} ${words(100)}`)).length).toBeGreaterThan(100);
  });
  test("never has half a character, wherever it is cut", async () => {
    const emoji = "😀".repeat(200);
    for (let before = 0; before < 4; before += 1) {
      for (let behind = 0; behind < 4; behind += 1) {
        const body = `${emoji}${"x".repeat(before)} kestrel ${"x".repeat(behind)}${emoji}`;
        expect(await snippetOf("kestrel", body)).toContain("kestrel");
        await snippetOf("kestrl", body);
      }
      await snippetOf("kestrel", `${"x".repeat(before)}${emoji}`, "Kestrel");
    }
  });
  test("of an empty text is an empty text", async () => {
    expect(typeof (await snippetOf("kestrel", "", "Kestrel"))).toBe("string");
  });
  test("of text with markup is that text, not markup", async () => {
    expect(await snippetOf("kestrel", "<b>a</b> kestrel & <script>")).toBe("<b>a</b> kestrel & <script>");
  });
});

describe("a search never finds", () => {
  test("an archived submission, whatever the query", async () => {
    for (const backend of ["hybrid", "fulltext", "trigram"]) {
      const portal = await openPortal({ SEARCH_BACKEND: backend });
      insertSubmission(portal, { title: "Kestrel archived", status: "ARCHIVED" });
      for (const q of ["kestrel", "kestrl", "kest*", "-xyzzy", "kestrel OR xyzzy", '"kestrel archived"']) {
        expect(titlesOf(await search(portal, q)), `${backend} ${q}`).not.toContain("Kestrel archived");
      }
    }
  });
  test("a count of these", async () => {
    const portal = await openPortal();
    insertSubmission(portal, { title: "Kestrel archived", status: "ARCHIVED" });
    insertSubmission(portal, { title: "Kestrel kept" });
    expect(await search(portal, "kestrel")).toMatchObject({ total: 1 });
    expect(await search(portal, "-xyzzy", { types: "submission" })).toMatchObject({ total: 1 });
  });
  test("to government, a draft is an ordinary result: government finds calls that are not released", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Kestrel draft", status: "DRAFT" });
    insertCall(portal, { title: "Kestrel pending", status: "PENDING", releasesAt: instant(portal, DAY) });
    expect(await search(portal, "kestrel")).toMatchObject({ total: 2 });
  });
});

describe("similar results", () => {
  const NOISE = [
    "Quiet rotors for tilt wings",
    "Solid state batteries",
    "Anomalous readings of autumn",
    "Vehicular networks",
    "Water under bridges",
    "Semantic maps",
    "A study of autoclaves",
    "Underground sensing",
  ];
  const WANTED = "Autonomous underwater vehicle";
  async function found(q: string, settings: Record<string, string> = {}, titles: string[] = [...NOISE, WANTED]) {
    const portal = await openPortal(settings);
    insertTitles(portal, ...titles);
    return titlesOf(await search(portal, q));
  }

  test.each([
    ["without a letter", "autonomos"],
    ["without a letter near the beginning", "atonomous"],
    ["with an extra letter", "autonomouus"],
    ["with another letter", "autonimous"],
    ["with another letter at the beginning", "sutonomous"],
    ["with another letter at the end", "autonomoux"],
    ["with two swapped letters", "autonomuos"],
    ["with two swapped letters at the beginning", "uatonomous"],
    ["with a typo in each of two words", "autonomos undrwater"],
    ["with a typo in each of three words", "autonomuos underwatr vehcle"],
    ["with a typo in one of two words", "autonomous vehcile"],
    ["with the words in another order", "vehicel autonomos"],
    ["with a typo and in capitals", "AUTONOMOS"],
    ["without the space in between", "underwatervehicle"],
  ])("come best first, %s: %s", async (_fault, q) => {
    expect((await found(q))[0]).toBe(WANTED);
  });

  test("include a long text because of its most similar part", async () => {
    const portal = await openPortal();
    const filler = Array.from({ length: 300 }, (_, index) => `paragraph${index}`).join(" ");
    insertRecord(portal, "submission", "A long paper", `${filler} autonomous underwater vehicle ${filler}`);
    insertRecord(portal, "submission", "Autumn water");
    expect(titlesOf(await search(portal, "autonomos underwatr"))[0]).toBe("A long paper");
  });

  test.each([["title first"], ["title last"]])("rank a title above a text that is as similar: %s", async (sequence) => {
    const portal = await openPortal();
    const records: [title: string, body: string][] = [
      ["Kestrel", "of another kind"],
      ["Of another kind", "a kestrel"],
    ];
    for (const [title, body] of sequence === "title first" ? records : records.toReversed()) {
      portal.advance(MINUTE);
      insertRecord(portal, "submission", title, body);
    }
    expect(titlesOf(await search(portal, "kestrl"))).toEqual(["Kestrel", "Of another kind"]);
  });

  test("rank a more similar text higher", async () => {
    const titles = ["Kettle drums", "Kestrel", "Kestner"];
    expect(await found("kestrl", {}, titles)).toEqual(["Kestrel", "Kestner", "Kettle drums"]);
  });

  test.each([
    ["-xyzzy kestrl"],
    ["kestrl -xyzzy"],
    ['"kestrl"'],
    ["kestrl*"],
    ["kestrl OR xyzzy"],
    ['kestrl ""'],
    ["kestrl !xyzzy"],
    ["“kestrl”"],
  ])("are not shown for a query with operators: %s", async (q) => {
    expect(await found(q, {}, ["Kestrel"])).toEqual([]);
  });

  test.each([["kestrl OR"], ["OR kestrl"], ["kestrl or"], ["kestrl - "], ["kest-rl"]])(
    "are shown for a query without operators: %s",
    async (q) => {
      expect(await found(q, {}, ["Kestrel"])).toEqual(["Kestrel"]);
    },
  );

  test("are shown only if nothing of any searched type matches", async () => {
    const portal = await openPortal();
    insertRecord(portal, "call", "Kestrl, misspelt");
    insertRecord(portal, "submission", "Kestrel");
    expect(titlesOf(await search(portal, "kestrl"))).toEqual(["Kestrl, misspelt"]);
    expect(titlesOf(await search(portal, "kestrl", { types: "submission" }))).toEqual(["Kestrel"]);
    expect(titlesOf(await search(portal, "kestrl", { types: "call,submission" }))).toEqual(["Kestrl, misspelt"]);
  });

  test("have the types that the request asks for", async () => {
    const portal = await openPortal();
    for (const type of SEARCH_TYPES) insertRecord(portal, type, `Kestrel ${type}`);
    expect(titlesOf(await search(portal, "kestrl", { types: "call,organization" }))).toEqual([
      "Kestrel organization",
      "Kestrel call",
    ]);
  });

  test.each([
    ["of two letters", "xq", "Xavier"],
    ["of a letter and a digit", "z9", "Zebra"],
    ["in Cyrillic", "беспилотик", "Беспилотник над морем"],
    ["in Greek", "ελικόπερο", "Ελικόπτερο"],
    ["in Greek, without the accent", "ελικοπτερο", "Ελικόπτερο"],
    ["in Greek, with an extra accent", "ελικόπτερό", "Ελικοπτερο"],
    ["in decomposed Cyrillic", "тихий", "Тихии\u0306"],
    ["in Chinese", "量子通讯技术", "量子通信技术"],
    ["in Arabic", "هليكوتر", "هليكوبتر"],
    ["in Korean", "헬리콥타", "헬리콥터"],
    ["without the accent and without a letter", "Zurch", "Zürich"],
    ["with an accent and without a letter", "Zürch", "Zurich"],
    ["with a decomposed accent", "Zu\u0308rch", "Zurich"],
    ["in a decomposed title", "Zurch", "Zu\u0308rich"],
  ])("include %s: %s", async (_kind, q, title) => {
    expect(await found(q, {}, [title])).toEqual([title]);
  });

  test("are empty for a query of signs only", async () => {
    for (const q of ["&", "…", "🚀", "\u0000"]) expect(await found(q)).toEqual([]);
  });

  test("are empty if nothing is similar", async () => {
    expect(await found("xyzzyplugh")).toEqual([]);
  });

  test("are empty if there are no records", async () => {
    expect(await found("xyzzyplugh", {}, [])).toEqual([]);
  });
});

describe("the settings", () => {
  async function answerOf(settings: Record<string, string>, q: string, ...titles: string[]): Promise<SearchResponse> {
    const portal = await openPortal(settings);
    insertTitles(portal, ...titles);
    return search(portal, q);
  }
  const found = async (...args: Parameters<typeof answerOf>) => titlesOf(await answerOf(...args));

  describe("with full text only", () => {
    const SEARCH_BACKEND = "fulltext";
    test("a typo finds nothing", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrl", "Kestrel")).toEqual([]);
    });
    test("the exact word is found", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrel", "Kestrel")).toEqual(["Kestrel"]);
    });
  });

  describe("with similarity only", () => {
    const SEARCH_BACKEND = "trigram";
    test("a typo still finds the word", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrl", "Kestrel")).toEqual(["Kestrel"]);
    });
    test("the exact word is found, before similar ones", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrel", "Kestner", "Kestrel")).toEqual(["Kestrel", "Kestner"]);
    });
    test("one letter finds the words that begin with it", async () => {
      expect(await found({ SEARCH_BACKEND }, "x", "Xavier", "Wing")).toEqual(["Xavier"]);
    });
    test.each([["kestrel -quiet"], ["-kestrel"], ['"quiet kestrel"'], ["kestrel*"], ["kestrel OR quiet"]])(
      "operators are ordinary characters and words: %s",
      async (q) => {
        expect(await found({ SEARCH_BACKEND }, q, "Kestrel quiet")).toEqual(["Kestrel quiet"]);
      },
    );
    test("the total counts what is shown", async () => {
      const titles = Array.from({ length: 12 }, (_, index) => `Kestrel ${index}`);
      expect(await answerOf({ SEARCH_BACKEND }, "kestrel", ...titles)).toMatchObject({ total: 10 });
    });
    test("the response has the same shape", async () => {
      const portal = await openPortal({ SEARCH_BACKEND });
      const id = insertRecord(portal, "submission", "Kestrel", "It flies.", "birds");
      expect(await search(portal, "kestrel")).toEqual({
        query: "kestrel",
        total: 1,
        groups: [
          {
            type: "submission",
            label: "Submissions",
            items: [
              {
                type: "submission",
                id,
                title: "Kestrel",
                snippet: "It flies.",
                url: `/gov/submissions/${id}`,
                meta: expect.any(Object),
              },
            ],
          },
        ],
      });
    });
    test("a query with nothing to search for finds nothing", async () => {
      for (const q of [" ", "&", '""', "-", "*", "\u0000"]) {
        expect(await answerOf({ SEARCH_BACKEND }, q, "Kestrel")).toEqual({ query: q, total: 0, groups: [] });
      }
    });
  });

  /*
   * The similarity is PostgreSQL's word_similarity. Its manual has word_similarity('word', 'two words') = 0.8: of the five
   * trigrams "  w", " wo", "wor", "ord" and "rd " the best extent has four, and nothing else.
   */
  test.each([
    ["0.8", "word", "two words", true],
    ["0.81", "word", "two words", false],
    ["1", "word", "two words", false],
    ["1", "word", "a word of two", true],
    ["1", "two words", "Two words", true],
    // Of the query's 13 trigrams the text has two next to each other, "  a" and " ab": 0.154.
    ["0.15", "abcdefghijkl", "abxyz", true],
    ["0.16", "abcdefghijkl", "abxyz", false],
    ["0", "abcdefghijkl", "abxyz", true],
    // Of three trigrams the text has one: 0.333.
    ["0.33", "xq", "xavier", true],
    ["0.34", "xq", "xavier", false],
  ])("with a threshold of %s, %j in %j: %s", async (SEARCH_SIMILARITY_THRESHOLD, q, title, isFound) => {
    const settings = { SEARCH_BACKEND: "trigram", SEARCH_SIMILARITY_THRESHOLD };
    expect(await found(settings, q, title)).toEqual(isFound ? expect.arrayContaining([title]) : []);
  });

  test("the threshold is 0.2 by default", async () => {
    expect(await found({}, "abcdefghijkl", "abxyz")).toEqual([]);
    // Of 10 trigrams the text has two: 0.2.
    expect(await found({}, "abcdefghi", "abxyz")).toEqual(["abxyz"]);
  });
});

describe("the limit of 120 searches a minute", () => {
  const MOST = 120;
  test("admits them for each user, says when to try again, and does not affect other users", async () => {
    const portal = await openPortal();
    for (let count = 0; count < MOST; count += 1) {
      expect((await portal.request("readonly", "GET", searchPath("rotor"))).status).toBe(200);
    }
    const refused = await perform(portal, { ...ask("rotor"), status: 429 });
    expect(refused.headers.get("retry-after")).toBe("60");
    await perform(portal, { ...ask("rotor"), as: "poc", status: 200 });
    portal.advance(MINUTE - 1);
    await perform(portal, { ...ask("rotor"), status: 429 });
    portal.advance(1);
    await perform(portal, { ...ask("rotor"), status: 200 });
  });

  test("admits exactly 120 of a burst", { tags: "race" }, async () => {
    const portal = await openPortal();
    portal.cookieOf("readonly");
    const answers = await Promise.all(
      Array.from({ length: MOST + 30 }, () => portal.request("readonly", "GET", searchPath("rotor"))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test("counts invalid requests too, and is applied before the server checks a request", async () => {
    const portal = await openPortal();
    for (let count = 0; count < MOST; count += 1) {
      expect((await portal.request("readonly", "GET", searchPath(""))).status).toBe(400);
    }
    await perform(portal, { ...ask(""), status: 429 });
    await perform(portal, { ...ask("rotor"), status: 429 });
  });

  test("does not count requests by people who may not search", async () => {
    const portal = await openPortal();
    for (let count = 0; count <= MOST; count += 1) {
      expect((await portal.request("acmeUser", "GET", searchPath("rotor"))).status).toBe(403);
    }
  });
});

test("the organizations of the demonstration are found by their names", async () => {
  const portal = await openPortal();
  expect(itemsOf(await search(portal, "acme")).map(({ id }) => id)).toEqual([ORGANIZATIONS.acme]);
});
