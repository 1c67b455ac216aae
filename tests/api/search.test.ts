import { describe, expect, test } from "vitest";
import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { insertCall, insertEngagement, insertOrganization, insertSubmission, instant } from "../support/arrange";
import { ORGANIZATIONS, type PersonKey } from "../support/cast";
import { DAY, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";
import { insertRecord, itemsOf, type SearchAnswer, search, searchPath, titlesOf } from "../support/search";

const get = { as: "readonly", method: "GET" } as const;
const ask = (q: string, choices: Record<string, string> = {}) => ({ ...get, path: searchPath(q, choices) });
const a = (length: number) => "a".repeat(length);

/** Inserts submissions of these titles. */
function insertTitles(portal: Portal, ...titles: string[]): undefined {
  portal.db.transaction(() => {
    for (const title of titles) insertRecord(portal, "submission", title);
  });
}

describe("who may search", () => {
  const people = ["readonly", "poc", "lead", "admin", "systemAdmin"] as const satisfies readonly PersonKey[];
  scenarios([
    ...people.map((as) => ({ name: `${as} may`, ...ask("rotor"), as, status: 200 })),
    { name: "nobody without a session may", ...ask("rotor"), as: null, status: 401 },
    { name: "a user of industry may not", ...ask("rotor"), as: "acmeUser", status: 403 },
    { name: "an administrator of industry may not", ...ask("rotor"), as: "acmeAdmin", status: 403 },
    { name: "without a session it is not said that the query is at fault", ...ask(""), as: null, status: 401 },
    { name: "industry is not told that the query is at fault", ...ask(""), as: "acmeUser", status: 403 },
  ]);
});

describe("what is asked", () => {
  const refused = (field: string) => ({ status: 400, fields: [field] });
  scenarios([
    { name: "must have a query", ...get, path: "/api/search", ...refused("q") },
    { name: "must have more than an empty query", ...ask(""), ...refused("q") },
    { name: "may be one character", ...ask("a"), status: 200 },
    { name: "may be a blank", ...ask(" "), status: 200, body: { data: { query: " ", total: 0, groups: [] } } },
    { name: "may be 255 characters", ...ask(a(255)), status: 200 },
    { name: "may not be 256 characters", ...ask(a(256)), ...refused("q") },
    { name: "may not be 256 blanks", ...ask(" ".repeat(256)), ...refused("q") },
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
      name: "is told of every fault at once",
      ...get,
      path: "/api/search?limit=0&types=person",
      status: 400,
      fields: ["q", "limit", "types"],
    },
    { name: "may come with what is not known", ...ask("rotor", { page: "2", id: "x" }), status: 200 },
    { name: "is not changed by a search", ...get, as: "admin", method: "POST", path: "/api/search?q=a", status: 405 },
  ]);
});

describe("the answer", () => {
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

  test("has the query, the total, and of each type that has items its label and them, and nothing else", async () => {
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

  test("has the same shape when it is what looks alike", async () => {
    const portal = await openPortal();
    const ids = insertOfEach(portal);
    const exact = await search(portal, "kestrel");
    const alike = await search(portal, "kestrl");
    expect(alike).toEqual({ ...exact, query: "kestrl" });
    expect(itemsOf(alike).map(({ id }) => id)).toEqual([ids.organization, ids.submission, ids.engagement, ids.call]);
  });

  test("says compactly what a record is", async () => {
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

  test("says of a call the status that counts by the clock", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Kestrel call", status: "PENDING", releasesAt: instant(portal, HOUR) });
    const statusNow = async () => itemsOf(await search(portal, "kestrel"))[0]?.meta?.status;
    expect(await statusNow()).toBe("PENDING");
    portal.advance(HOUR);
    portal.newSessions();
    expect(await statusNow()).toBe("OPEN");
  });

  test("says of an engagement without a registered organization who took part, or nobody", async () => {
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
    // What is only like the query is not literally there, so the text's beginning is shown.
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

  test("is kept by nobody", async () => {
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
  test.each(SEARCH_TYPES)("of %s alone are all that is found", async (type) => {
    expect(await typesOf(type)).toEqual({ types: [type], total: 1 });
  });
  test.each([
    ["call,organization", ["organization", "call"]],
    [" engagement , submission ", ["submission", "engagement"]],
    ["call,call", ["call"]],
    ["call,engagement,submission,organization", ["organization", "submission", "engagement", "call"]],
    ["", ["organization", "submission", "engagement", "call"]],
  ])("of %j stand in the sequence of all", async (asked, types) => {
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
  test("is 10 of each type", async () => expect(await counts("kestrel", {})).toEqual([72, 10, 10]));
  test("may be 1", async () => expect(await counts("kestrel", { limit: "1" })).toEqual([72, 1, 1]));
  test("may be 50", async () => expect(await counts("kestrel", { limit: "50" })).toEqual([72, 50, 12]));
  test("is of each type alone too", async () =>
    expect(await counts("kestrel", { limit: "50", types: "submission" })).toEqual([60, 50]));
  test("holds for negations, of which all are counted", async () =>
    expect(await counts("-xyzzy", { types: "submission,call" })).toEqual([72, 10, 10]));
  test("bounds the total of what looks alike, which is what is shown", async () => {
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

  test("of a short text is the text", async () => {
    expect(await snippetOf("kestrel", "A kestrel flies.")).toBe("A kestrel flies.");
  });
  test("of 160 characters is the text", async () => {
    const text = `kestrel ${a(152)}`;
    expect(await snippetOf("kestrel", text)).toBe(text);
  });
  test("of a text that does not have the word is its beginning", async () => {
    const snippet = await snippetOf("kestrel", `First things first. ${words(100)}`, "Kestrel");
    expect(snippet.startsWith("First things first.")).toBe(true);
    expect(snippet.length).toBeGreaterThan(120);
  });
  test("of a word that only the tags have is the text's beginning", async () => {
    expect((await snippetOf("tag", `First things first. ${words(100)}`)).startsWith("First things first.")).toBe(true);
  });
  test.each(SEARCH_TYPES)("has the word in its middle: %s", async (type) => {
    const snippet = await snippetOf("kestrel", `${words(100)} kestrel ${words(100)}`, "A title", type);
    expect(snippet.length).toBeGreaterThan(120);
    expect(snippet.indexOf("kestrel")).toBeGreaterThan(45);
    expect(snippet.indexOf("kestrel")).toBeLessThan(110);
  });
  test.each([0, 1, 5, 10, 15, 20, 25, 30])("has the word, after %i others", async (count) => {
    expect(await snippetOf("kestrel", `${words(count)} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test.each([0, 1, 5, 10, 15, 20, 25, 30])("has the word, before %i others", async (count) => {
    const snippet = await snippetOf("kestrel", `${words(100)} kestrel ${words(count)}`);
    expect(snippet).toContain("kestrel");
    expect(snippet.length).toBeGreaterThan(80);
  });
  test("has the word in another case", async () => {
    expect(await snippetOf("KESTREL", `${words(100)} Kestrel ${words(100)}`)).toContain("Kestrel");
  });
  test("has the word of an emoji's text", async () => {
    expect(await snippetOf("kestrel", `${words(100, "🚀")} kestrel ${words(100, "🚀")}`)).toContain("kestrel");
  });
  test("has the word behind letters that grow in lower case", async () => {
    expect(await snippetOf("kestrel", `${words(150, "İİİİ")} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test("has the word behind letters that lose their accents", async () => {
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
  test("has the query as it was typed, where it stands so, rather than one of its words", async () => {
    const body = `quiet ${words(100)} quiet rotor ${words(100)}`;
    expect(await snippetOf("quiet rotor", body)).toContain("quiet rotor");
  });
  test("has one of two words that stand far apart", async () => {
    expect(await snippetOf("quiet rotor", `${words(100)} rotor ${words(100)} quiet`)).toMatch(/rotor|quiet/);
  });
  test("has what goes on from the last word", async () => {
    expect(await snippetOf("kestr", `${words(100)} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test("has what goes on from a prefix", async () => {
    expect(await snippetOf("kestr*", `${words(100)} kestrel ${words(100)}`)).toContain("kestrel");
  });
  test("is not centred on what is denied", async () => {
    const body = `First things first. ${words(100)} quiet ${words(100)}`;
    const snippet = await snippetOf('kestrel -"quiet wing"', body, "Kestrel");
    expect(snippet.startsWith("First things first.")).toBe(true);
  });
  test("is on one line", async () => {
    expect(await snippetOf("kestrel", "A\n\nkestrel\t of\r\n  lines")).toBe("A kestrel of lines");
  });
  test("of a text without blanks is cut where it must be", async () => {
    expect(await snippetOf("kestrel", `${"x-".repeat(300)}kestrel${"-x".repeat(300)}`)).toContain("kestrel");
  });
  test("of a word longer than it has what fits", async () => {
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
  test("of no text is text all the same", async () => {
    expect(typeof (await snippetOf("kestrel", "", "Kestrel"))).toBe("string");
  });
  test("of what is marked up is that text, and no markup", async () => {
    expect(await snippetOf("kestrel", "<b>a</b> kestrel & <script>")).toBe("<b>a</b> kestrel & <script>");
  });
});

describe("what is not there for the search", () => {
  test("is an archived submission, however it is asked for", async () => {
    for (const backend of ["hybrid", "fulltext", "trigram"]) {
      const portal = await openPortal({ SEARCH_BACKEND: backend });
      insertSubmission(portal, { title: "Kestrel archived", status: "ARCHIVED" });
      for (const q of ["kestrel", "kestrl", "kest*", "-xyzzy", "kestrel OR xyzzy", '"kestrel archived"']) {
        expect(titlesOf(await search(portal, q)), `${backend} ${q}`).not.toContain("Kestrel archived");
      }
    }
  });
  test("is counted nowhere", async () => {
    const portal = await openPortal();
    insertSubmission(portal, { title: "Kestrel archived", status: "ARCHIVED" });
    insertSubmission(portal, { title: "Kestrel kept" });
    expect(await search(portal, "kestrel")).toMatchObject({ total: 1 });
    expect(await search(portal, "-xyzzy", { types: "submission" })).toMatchObject({ total: 1 });
  });
  test("is no draft: government finds what is not released", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Kestrel draft", status: "DRAFT" });
    insertCall(portal, { title: "Kestrel pending", status: "PENDING", releasesAt: instant(portal, DAY) });
    expect(await search(portal, "kestrel")).toMatchObject({ total: 2 });
  });
});

describe("what looks alike", () => {
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
    ["with a letter too many", "autonomouus"],
    ["with another letter", "autonimous"],
    ["with another letter at the beginning", "sutonomous"],
    ["with another letter at the end", "autonomoux"],
    ["with two letters in each other's place", "autonomuos"],
    ["with two letters in each other's place at the beginning", "uatonomous"],
    ["with a fault in each of two words", "autonomos undrwater"],
    ["with a fault in each of three words", "autonomuos underwatr vehcle"],
    ["with a fault in one of two words", "autonomous vehcile"],
    ["with the words in another sequence", "vehicel autonomos"],
    ["with a fault and in capitals", "AUTONOMOS"],
    ["without the blank between", "underwatervehicle"],
  ])("is found best first, %s: %s", async (_fault, q) => {
    expect((await found(q))[0]).toBe(WANTED);
  });

  test("is found in a long text by the part that looks most alike", async () => {
    const portal = await openPortal();
    const filler = Array.from({ length: 300 }, (_, index) => `paragraph${index}`).join(" ");
    insertRecord(portal, "submission", "A long paper", `${filler} autonomous underwater vehicle ${filler}`);
    insertRecord(portal, "submission", "Autumn water");
    expect(titlesOf(await search(portal, "autonomos underwatr"))[0]).toBe("A long paper");
  });

  test.each([["title first"], ["title last"]])("in a title is before what is alike in a text: %s", async (sequence) => {
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

  test("is found better the more it is alike", async () => {
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
  ])("is not looked for where there are operators: %s", async (q) => {
    expect(await found(q, {}, ["Kestrel"])).toEqual([]);
  });

  test.each([["kestrl OR"], ["OR kestrl"], ["kestrl or"], ["kestrl - "], ["kest-rl"]])(
    "is looked for where there are none: %s",
    async (q) => {
      expect(await found(q, {}, ["Kestrel"])).toEqual(["Kestrel"]);
    },
  );

  test("is looked for only where nothing of any type is found", async () => {
    const portal = await openPortal();
    insertRecord(portal, "call", "Kestrl, misspelt");
    insertRecord(portal, "submission", "Kestrel");
    expect(titlesOf(await search(portal, "kestrl"))).toEqual(["Kestrl, misspelt"]);
    expect(titlesOf(await search(portal, "kestrl", { types: "submission" }))).toEqual(["Kestrel"]);
    expect(titlesOf(await search(portal, "kestrl", { types: "call,submission" }))).toEqual(["Kestrl, misspelt"]);
  });

  test("is of the types that were asked for", async () => {
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
    ["in Greek, with an accent too many", "ελικόπτερό", "Ελικοπτερο"],
    ["in decomposed Cyrillic", "тихий", "Тихии\u0306"],
    ["in Chinese", "量子通讯技术", "量子通信技术"],
    ["in Arabic", "هليكوتر", "هليكوبتر"],
    ["in Korean", "헬리콥타", "헬리콥터"],
    ["without the accent and without a letter", "Zurch", "Zürich"],
    ["with an accent and without a letter", "Zürch", "Zurich"],
    ["with a decomposed accent", "Zu\u0308rch", "Zurich"],
    ["in a decomposed title", "Zurch", "Zu\u0308rich"],
  ])("is found %s: %s", async (_kind, q, title) => {
    expect(await found(q, {}, [title])).toEqual([title]);
  });

  test("is nothing for signs alone", async () => {
    for (const q of ["&", "…", "🚀", "\u0000"]) expect(await found(q)).toEqual([]);
  });

  test("is nothing where nothing is alike", async () => {
    expect(await found("xyzzyplugh")).toEqual([]);
  });

  test("is nothing where there is nothing at all", async () => {
    expect(await found("xyzzyplugh", {}, [])).toEqual([]);
  });
});

describe("the settings", () => {
  async function answerOf(settings: Record<string, string>, q: string, ...titles: string[]): Promise<SearchAnswer> {
    const portal = await openPortal(settings);
    insertTitles(portal, ...titles);
    return search(portal, q);
  }
  const found = async (...args: Parameters<typeof answerOf>) => titlesOf(await answerOf(...args));

  describe("with full text alone", () => {
    const SEARCH_BACKEND = "fulltext";
    test("a fault finds nothing", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrl", "Kestrel")).toEqual([]);
    });
    test("the word is found", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrel", "Kestrel")).toEqual(["Kestrel"]);
    });
  });

  describe("with what looks alike alone", () => {
    const SEARCH_BACKEND = "trigram";
    test("a fault is forgiven", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrl", "Kestrel")).toEqual(["Kestrel"]);
    });
    test("the word is found, before what is only alike", async () => {
      expect(await found({ SEARCH_BACKEND }, "kestrel", "Kestner", "Kestrel")).toEqual(["Kestrel", "Kestner"]);
    });
    test("one letter finds the words that begin with it", async () => {
      expect(await found({ SEARCH_BACKEND }, "x", "Xavier", "Wing")).toEqual(["Xavier"]);
    });
    test.each([["kestrel -quiet"], ["-kestrel"], ['"quiet kestrel"'], ["kestrel*"], ["kestrel OR quiet"]])(
      "operators are signs and words: %s",
      async (q) => {
        expect(await found({ SEARCH_BACKEND }, q, "Kestrel quiet")).toEqual(["Kestrel quiet"]);
      },
    );
    test("the total is what is shown", async () => {
      const titles = Array.from({ length: 12 }, (_, index) => `Kestrel ${index}`);
      expect(await answerOf({ SEARCH_BACKEND }, "kestrel", ...titles)).toMatchObject({ total: 10 });
    });
    test("the answer is of the same shape", async () => {
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
    test("what leaves nothing to look for is nothing", async () => {
      for (const q of [" ", "&", '""', "-", "*", "\u0000"]) {
        expect(await answerOf({ SEARCH_BACKEND }, q, "Kestrel")).toEqual({ query: q, total: 0, groups: [] });
      }
    });
  });

  /*
   * The likeness is PostgreSQL's word_similarity. Its manual has word_similarity('word', 'two words') = 0.8: of the five
   * parts "  w", " wo", "wor", "ord" and "rd " the best extent has four, and nothing else.
   */
  test.each([
    ["0.8", "word", "two words", true],
    ["0.81", "word", "two words", false],
    ["1", "word", "two words", false],
    ["1", "word", "a word of two", true],
    ["1", "two words", "Two words", true],
    // Of 13 parts of the query the text has two side by side, "  a" and " ab": 0.154.
    ["0.15", "abcdefghijkl", "abxyz", true],
    ["0.16", "abcdefghijkl", "abxyz", false],
    ["0", "abcdefghijkl", "abxyz", true],
    // Of three parts the text has one: 0.333.
    ["0.33", "xq", "xavier", true],
    ["0.34", "xq", "xavier", false],
  ])("with a threshold of %s, %j in %j: %s", async (SEARCH_SIMILARITY_THRESHOLD, q, title, isFound) => {
    const settings = { SEARCH_BACKEND: "trigram", SEARCH_SIMILARITY_THRESHOLD };
    expect(await found(settings, q, title)).toEqual(isFound ? expect.arrayContaining([title]) : []);
  });

  test("the threshold is 0.2 unless it is set", async () => {
    expect(await found({}, "abcdefghijkl", "abxyz")).toEqual([]);
    // Of 10 parts the text has two: 0.2.
    expect(await found({}, "abcdefghi", "abxyz")).toEqual(["abxyz"]);
  });
});

describe("120 searches a minute", () => {
  const MOST = 120;
  test("are let in of a user; of the next it is said when, and others are not held up", async () => {
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

  test("are let in of a burst, exactly", { tags: "race" }, async () => {
    const portal = await openPortal();
    portal.cookieOf("readonly");
    const answers = await Promise.all(
      Array.from({ length: MOST + 30 }, () => portal.request("readonly", "GET", searchPath("rotor"))),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test("are attempts: one that asks wrongly counts, and is refused for the limit first", async () => {
    const portal = await openPortal();
    for (let count = 0; count < MOST; count += 1) {
      expect((await portal.request("readonly", "GET", searchPath(""))).status).toBe(400);
    }
    await perform(portal, { ...ask(""), status: 429 });
    await perform(portal, { ...ask("rotor"), status: 429 });
  });

  test("count nothing of those who may not search", async () => {
    const portal = await openPortal();
    for (let count = 0; count <= MOST; count += 1) {
      expect((await portal.request("acmeUser", "GET", searchPath("rotor"))).status).toBe(403);
    }
  });
});

test("the organizations that everybody has are found by their names", async () => {
  const portal = await openPortal();
  expect(itemsOf(await search(portal, "acme")).map(({ id }) => id)).toEqual([ORGANIZATIONS.acme]);
});
