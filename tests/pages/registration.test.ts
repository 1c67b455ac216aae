import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { registrationSchema } from "~/domain/organization/schema";
import { addressOf, STEPS, type StepSlug } from "~/domain/registration/rules";
import { DomainError } from "~/values/errors";
import { DRAFT_LIMITS, LIMITS } from "~/values/limits";
import { instant } from "../support/arrange";
import { emailOf, ORGANIZATIONS, PASSWORD } from "../support/cast";
import { errorsIn, unescaped, withoutScripts, wordsOf } from "../support/markup";
import { NEW_PASSWORD_EDGES } from "../support/password-edges";
import { DAY, dataOf, MINUTE, openPortal, type Portal, type TestResponse } from "../support/portal";
import { FULL_PROFILE, PROFILE_EDGES } from "../support/profile-fields";
import { contents } from "../support/scenario";
import { type Visitor, visitorOf } from "../support/visitor";

type Form = [string, string][];

const ACCOUNT = { contactName: "Cy Russ", email: "cy@cirrus.example", password: PASSWORD };
const NEWCOMER = { orgName: "Cirrus Works", ...FULL_PROFILE, ...ACCOUNT };
const ASKING = STEPS.filter(({ slug }) => slug !== "review");
const COOKIE = "registration";
const WELCOME = "Welcome. Your organization is registered, and you are signed in.";

/** The fields that a step's form sends for these answers. */
function formOf(slug: StepSlug, answers: object): Form {
  const fields: readonly string[] = STEPS.find((step) => step.slug === slug)?.fields ?? [];
  return Object.entries(answers)
    .filter(([name]) => fields.includes(name))
    .flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, String(one)]));
}

const leadsTo = ({ status, headers }: TestResponse) => [status, headers.get("location")];

/** Fills in every step with these answers, up to the review. */
async function walk(visitor: Visitor, answers: object = NEWCOMER, more: Record<string, Form> = {}): Promise<void> {
  for (const [index, { slug }] of ASKING.entries()) {
    const answer = await visitor.post(addressOf(slug), [...formOf(slug, answers), ...(more[slug] ?? [])]);
    expect(leadsTo(answer), `${slug}: ${wordsOf(answer.text)}`).toEqual([
      302,
      addressOf(STEPS[index + 1]?.slug ?? slug),
    ]);
  }
}

const register = (visitor: Visitor, options = {}) => visitor.post("/register/review", {}, options);
const drafts = ({ db }: Portal) => db.query.registrationDraft.findMany().sync();
const organizations = ({ db }: Portal) => db.query.organization.findMany().sync();
const eventsOf = (portal: Portal) => portal.auditRows().map(({ event }) => event);

/** The value of a page's field, from its markup. */
function typedIn(html: string, name: string): string | undefined {
  const control = html.match(new RegExp(`<(input|textarea|select)[^>]* name="${name}"[^>]*>([^<]*)`));
  if (control?.[1] === "select")
    return html
      .match(
        new RegExp(
          `id="${name}"[\\s\\S]*?<option[^>]*selected=""[^>]*value="([^"]*)"|id="${name}"[\\s\\S]*?<option value="([^"]*)" selected=""`,
        ),
      )
      ?.slice(1)
      .find(Boolean);
  return unescaped(
    control?.[1] === "textarea" ? (control[2] ?? "") : (control?.[0].match(/ value="([^"]*)"/)?.[1] ?? ""),
  );
}

test("one step, and only one, asks for each field of a registration", () => {
  expect(STEPS.flatMap(({ fields }): string[] => [...fields]).sort()).toEqual(
    Object.keys(registrationSchema.shape).sort(),
  );
});

test("the form of a step has all of its fields", async () => {
  const visitor = visitorOf(await openPortal());
  for (const { slug, fields } of ASKING) {
    const { text } = await visitor.get(addressOf(slug));
    const named = Array.from(text.matchAll(/<(?:input|select|textarea)[^>]* name="(\w+)"/g), ([, name]) => name);
    expect([...new Set(named)].filter((name) => name !== "contractsPocIsPoc")).toEqual([...fields]);
  }
});

describe("a step", () => {
  test("stores its answers, shows them again and leads to the next step", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    for (const { slug, fields } of ASKING) {
      const { status, text } = await visitor.get(addressOf(slug));
      expect(status).toBe(200);
      for (const field of fields) {
        const typed = NEWCOMER[field as keyof typeof NEWCOMER];
        const kept = { naicsCodes: "541330, 541715", password: "" }[field as string] ?? typed;
        if (field === "setAsides") expect(text).toMatch(/<input[^>]*id="setAsides-WOSB"[^>]*checked=""/);
        else expect(typedIn(text, field) ?? "", field).toBe(kept ?? "");
      }
    }
    expect(drafts(portal)).toHaveLength(1);
    expect(portal.auditRows()).toEqual([]);
  });

  test("appears in the title and in the heading, with its number", async () => {
    const visitor = visitorOf(await openPortal());
    await visitor.post("/register", formOf("organization", NEWCOMER));
    for (const [index, { slug, title }] of STEPS.entries()) {
      const { text } = await visitor.get(addressOf(slug));
      expect(text).toContain(`<title>Step ${index + 1} of 7: ${title}, Register your organization | `);
      const [, heading = ""] = text.match(/<h1[^>]*>(.*?)<\/h1>/) ?? [];
      expect(wordsOf(heading).trim()).toBe(`Step ${index + 1} of 7 : ${title}`);
      const current = text.match(/<li[^>]*aria-current="step"[^>]*>(.*?)<\/li>/)?.[1] ?? "";
      expect(wordsOf(current).trim()).toBe(title);
      const done = text.split("<li").filter((part) => part.includes(", completed"));
      expect(done).toHaveLength(slug === "organization" ? 0 : 1);
    }
  });

  test("shows problems at their fields, keeps what was typed, and stores nothing", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await visitor.post("/register", formOf("organization", NEWCOMER));
    const before = drafts(portal);
    const typed: Form = [
      ["cageCode", "12"],
      ["uei", "ABC DÉF"],
      ["naicsCodes", "541715"],
    ];
    const answer = await visitor.post("/register/identifiers", typed);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain("There are 2 problems");
    expect(errorsIn(answer.text)).toEqual({ cageCode: ["invalid"], uei: ["invalid"] });
    for (const field of ["cageCode", "uei"]) {
      expect(answer.text).toContain(`href="#${field}"`);
      expect(answer.text).toMatch(new RegExp(`<input[^>]*id="${field}"[^>]*aria-invalid="true"`));
    }
    for (const [name, value] of typed) expect(typedIn(answer.text, name)).toBe(value);
    expect(drafts(portal)).toEqual(before);
  });

  test("can be any step for a new visitor, and starts a draft", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    expect(leadsTo(await visitor.post("/register/capabilities", { techTags: "Rotors, AI" }))).toEqual([
      302,
      "/register/account",
    ]);
    expect(typedIn((await visitor.get("/register/capabilities")).text, "techTags")).toBe("rotors,ai");
  });

  test("without required fields can be skipped, and its earlier answers can be cleared", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    for (const { slug } of ASKING.slice(1, 5)) {
      expect((await visitor.post(addressOf(slug), formOf(slug, NEWCOMER))).status).toBe(302);
      const empty = formOf(slug, NEWCOMER).map(([name]): [string, string] => [name, ""]);
      expect((await visitor.post(addressOf(slug), slug === "size" ? [] : empty)).status).toBe(302);
    }
    expect(JSON.parse(drafts(portal)[0]?.answers ?? "")).toMatchObject({ answers: { setAsides: [] } });
    const { text } = await visitor.get("/register/review");
    for (const given of ["Ann Able", "1AB2C", "541330", "rotors", "WOSB"]) expect(wordsOf(text)).not.toContain(given);
  });

  test("that does not exist gets a 404, and the first step has one address", async () => {
    const visitor = visitorOf(await openPortal());
    expect((await visitor.get("/register/nothing")).status).toBe(404);
    expect((await visitor.post("/register/nothing")).status).toBe(404);
    expect(leadsTo(await visitor.get("/register/organization"))).toEqual([302, "/register"]);
  });

  test("whose answer was changed from the review leads back to it", async () => {
    const visitor = visitorOf(await openPortal());
    await walk(visitor);
    const { text } = await visitor.get("/register/identifiers?from=review");
    expect(text).toContain("Save and review");
    const answer = await visitor.post("/register/identifiers?from=review", { cageCode: "9zz99" });
    expect(leadsTo(answer)).toEqual([302, "/register/review"]);
    expect(wordsOf((await visitor.get("/register/review")).text)).toContain("9ZZ99");
  });

  test("is not available to signed-in users, and stores nothing of theirs", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal, new Map(), "acmeUser");
    for (const { slug } of STEPS) {
      expect(leadsTo(await visitor.get(addressOf(slug))), slug).toEqual([302, "/portal"]);
      expect(leadsTo(await visitor.post(addressOf(slug), formOf(slug, NEWCOMER))), slug).toEqual([302, "/portal"]);
    }
    expect(drafts(portal)).toEqual([]);
  });

  test("ignores fields of other steps, unknown fields and a token in the form", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await visitor.post("/register/capabilities", {
      techTags: "ai",
      cageCode: "1AB2C",
      draftToken: "mine",
      step: "account",
      status: "ACTIVE",
    });
    const [draft] = drafts(portal);
    expect(JSON.parse(draft?.answers ?? "")).toEqual({
      answers: { techTags: "ai" },
      saved: ["capabilities"],
      errors: {},
    });
  });

  test("trims endless spaces before it stores them", async () => {
    const portal = await openPortal();
    const spaces = " ".repeat(100_000);
    const answer = await visitorOf(portal).post("/register/capabilities", {
      description: `${spaces}We make rotors.${spaces}`,
    });
    expect(answer.status).toBe(302);
    expect(drafts(portal)[0]?.answers.length).toBeLessThan(200);
  });
});

describe("in its step, a field", () => {
  const edges = PROFILE_EDGES.filter(
    ({ field, value }) => typeof value === "string" || (Array.isArray(value) && field === "setAsides"),
  );
  // A form sends one value for a list of one, and the page adds a scheme. The API refuses only a bare word or name.
  const isBare = ({ field, value }: (typeof edges)[number]) =>
    (field === "setAsides" && typeof value === "string") || (field === "website" && value === "example.com");
  for (const { field, value, what, ...edge } of edges.filter((row) => !isBare(row))) {
    const isTaken = "kept" in edge;
    test(`${field} ${isTaken ? "may be" : "may not be"} ${what}`, async () => {
      const portal = await openPortal();
      const slug = STEPS.find(({ fields }) => (fields as readonly string[]).includes(field))?.slug ?? "review";
      const visitor = visitorOf(portal);
      const answer = await visitor.post(
        addressOf(slug),
        formOf(slug, { orgName: "Cirrus Works", orgType: "COMPANY", [field]: value }),
      );
      expect(answer.status, wordsOf(answer.text)).toBe(isTaken ? 302 : 400);
      if (isTaken) return;
      expect(answer.text).toContain(`href="#${field}"`);
      expect(drafts(portal)).toEqual([]);
    });
  }

  test.each([
    ["organization", "orgName", "a"],
    ["organization", "orgName", ""],
    ["organization", "orgType", ""],
    ["account", "contactName", "a"],
    ["account", "contactName", ""],
    ["account", "email", "nobody"],
    ["account", "email", ""],
    ...NEW_PASSWORD_EDGES.filter(([, , good]) => !good).flatMap(([value]): [StepSlug, string, string][] =>
      typeof value === "string" && value.isWellFormed() && !value.includes("\u0000")
        ? [["account", "password", value]]
        : [],
    ),
  ] as [StepSlug, string, string][])("%s is refused: %s %j", async (slug, field, value) => {
    const portal = await openPortal();
    const answer = await visitorOf(portal).post(addressOf(slug), formOf(slug, { ...NEWCOMER, [field]: value }));
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`href="#${field}"`);
    expect(drafts(portal)).toEqual([]);
  });
});

describe("a page that asks for a web address", () => {
  test.each([
    ["cirrus.example", "https://cirrus.example"],
    [" www.cirrus.example/labs?a=b ", "https://www.cirrus.example/labs?a=b"],
    ["http://cirrus.example", "http://cirrus.example"],
  ])("reads %j as people write it", async (website, stored) => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor, { ...NEWCOMER, website });
    await register(visitor);
    const form = { orgType: "COMPANY", website };
    expect((await portal.request("acmeAdmin", "POST", "/portal/profile/edit", { form })).status).toBe(302);
    const of = (id: string) => organizations(portal).find((row) => row.id === id)?.website;
    expect([organizations(portal).at(-1)?.website, of(ORGANIZATIONS.acme)]).toEqual([stored, stored]);
    // The API takes only what it documents.
    const { status } = await portal.request("acmeAdmin", "PUT", "/api/portal/profile", { json: form });
    expect(status).toBe(website === stored ? 200 : 400);
  });

  test.each(["cirrus", "cirrus.example:8080", "ana@cirrus.example", "javascript:alert(1)", "cirrus..example@x"])(
    "refuses %j, and shows it again",
    async (website) => {
      const portal = await openPortal();
      const answer = await visitorOf(portal).post("/register", { orgName: "Cirrus", orgType: "COMPANY", website });
      expect(answer.status).toBe(400);
      expect(typedIn(answer.text, "website")).toBe(website);
    },
  );
});

describe("the same person", () => {
  test("can be typed once, as the contact for contracts and as the account", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    const { contractsPocName: _name, contractsPocEmail: _email, contractsPocPhone: _phone, ...typed } = NEWCOMER;
    await walk(
      visitor,
      { ...typed, contactName: "", email: "" },
      {
        // The ticked box overrides the text in these fields, even if it is invalid.
        contacts: [
          ["contractsPocIsPoc", "on"],
          ["contractsPocEmail", "nonsense"],
        ],
        account: [["contactIsPoc", "on"]],
      },
    );
    const review = wordsOf((await visitor.get("/register/review")).text);
    expect(review).toContain("Contracts contact Same as the point of contact");
    expect(review).toContain("Your name Ann Able Your email address ann@example.com");
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    expect(organizations(portal).at(-1)).toMatchObject({
      contractsPocName: "Ann Able",
      contractsPocEmail: "ann@example.com",
      contractsPocPhone: "202-555-0100",
    });
    const owner = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.email, "ann@example.com") }).sync();
    expect(owner).toMatchObject({ name: "Ann Able", industryRole: "INDUSTRY_ADMIN" });
  });

  test("changes in both places when it changes in one", async () => {
    const visitor = visitorOf(await openPortal());
    await walk(visitor, NEWCOMER, { contacts: [["contractsPocIsPoc", "on"]], account: [["contactIsPoc", "on"]] });
    await visitor.post("/register/contacts", {
      pocName: "Eve Else",
      pocEmail: "eve@example.com",
      contractsPocIsPoc: "on",
    });
    expect(wordsOf((await visitor.get("/register/review")).text)).toContain("Your name Eve Else");
  });

  test("becomes two people again when the box is cleared", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor, NEWCOMER, { contacts: [["contractsPocIsPoc", "on"]], account: [["contactIsPoc", "on"]] });
    const other = { contractsPocName: "Eve Else", contractsPocEmail: "eve@example.com", contractsPocPhone: "" };
    await visitor.post("/register/contacts", formOf("contacts", { ...NEWCOMER, ...other }));
    await visitor.post("/register/account", formOf("account", { ...ACCOUNT, password: "" }));
    expect((await visitor.get("/register/contacts")).text).not.toMatch(/name="contractsPocIsPoc"[^>]*checked=""/);
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    expect(organizations(portal).at(-1)).toMatchObject({
      pocName: "Ann Able",
      contractsPocName: "Eve Else",
      contractsPocPhone: null,
    });
    const owner = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.email, ACCOUNT.email) }).sync();
    expect(owner).toMatchObject({ name: ACCOUNT.contactName });
  });

  test("is offered by name for the account, when there is a contact", async () => {
    const visitor = visitorOf(await openPortal());
    const offer = async () => (await visitor.get("/register/account")).text.includes('name="contactIsPoc"');
    expect(await offer()).toBe(false);
    await visitor.post("/register/contacts", { pocName: "Ann Able" });
    expect(await offer()).toBe(false);
    // Too short a name for an account.
    await visitor.post("/register/contacts", { pocName: "A", pocEmail: "ann@example.com" });
    expect(await offer()).toBe(false);
    await visitor.post("/register/contacts", { pocName: "Ann Able", pocEmail: "ann@example.com" });
    expect(await offer()).toBe(true);
    expect((await visitor.get("/register/account")).text).toContain(
      "I am the point of contact: Ann Able, ann@example.com",
    );
  });

  test("leaves the account without a name when the contact is removed, as the review says", async () => {
    const visitor = visitorOf(await openPortal());
    await walk(visitor, NEWCOMER, { account: [["contactIsPoc", "on"]] });
    await visitor.post("/register/contacts", {});
    const { text } = await visitor.get("/register/review");
    expect(text).toContain('href="/register/account?from=review#contactName"');
    expect(wordsOf(text)).toContain("Enter your name. Enter an email address.");
  });
});

describe("the password", () => {
  test("is stored only as a hash, and appears in no row, page, cookie or log line", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    const secret = "Unfindable-Walrus-93-Sonata";
    await walk(visitor, { ...NEWCOMER, password: secret });
    const hash = drafts(portal)[0]?.passwordHash ?? "";
    expect(hash).toMatch(/^\$2/);
    const pages = [await visitor.get("/register/account"), await visitor.get("/register/review")];
    const refused = await visitor.post("/register/account", { contactName: "", email: "", password: secret });
    expect(refused.status).toBe(400);
    pages.push(refused);
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    portal.db.$client.pragma("wal_checkpoint(FULL)");
    const path = portal.services.settings.databasePath;
    const kept = Buffer.concat([readFileSync(path), readFileSync(`${path}-wal`)]);
    expect(kept.includes("cy@cirrus.example")).toBe(true);
    expect(kept.includes(secret)).toBe(false);
    for (const { text, headers } of pages) {
      const whole = text + JSON.stringify([...headers]);
      expect(whole).not.toContain(secret);
      expect(whole).not.toContain(hash);
    }
    expect(JSON.stringify(portal.log)).not.toContain(secret);
    expect(JSON.stringify([...visitor.cookies])).not.toContain(secret);
  });

  test("stays when the field is left empty, and changes when another is typed", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    const first = drafts(portal)[0]?.passwordHash;
    expect((await visitor.get("/register/account")).text).toContain(
      "You already chose a password. Leave this empty to keep it.",
    );
    const empty = { ...ACCOUNT, contactName: "Cy Other", password: "" };
    expect((await visitor.post("/register/account", empty)).status).toBe(302);
    expect(drafts(portal)[0]?.passwordHash).toBe(first);
    const json = { email: ACCOUNT.email, password: "Another-Horse-8-Battery" };
    expect((await visitor.post("/register/account", { ...ACCOUNT, password: json.password })).status).toBe(302);
    expect(drafts(portal)[0]?.passwordHash).not.toBe(first);
    await register(visitor);
    expect((await portal.request(null, "POST", "/api/session", { json })).status).toBe(200);
  });

  test("is marked as required only until the visitor has chosen one", async () => {
    const portal = await openPortal();
    const [one, other] = [visitorOf(portal), visitorOf(portal)];
    const isRequired = async (visitor: Visitor) =>
      /<input id="password"[^>]*aria-required="true"/.test((await visitor.get("/register/account")).text);
    expect(await isRequired(one)).toBe(true);
    await walk(one);
    expect(await isRequired(one)).toBe(false);
    expect(await isRequired(other)).toBe(true);
  });

  test("must be typed again with the rest of the form if it cannot be hashed at the moment", async () => {
    const portal = await openPortal();
    portal.services.passwords.hash = () =>
      Promise.reject(new DomainError("rate_limited", "The service is busy", { retryAfterSeconds: 2 }));
    const answer = await visitorOf(portal).post("/register/account", ACCOUNT);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "2"]);
    expect(answer.text).toContain("The service is busy.");
    expect(typedIn(answer.text, "email")).toBe(ACCOUNT.email);
    expect(drafts(portal)).toEqual([]);
  });

  test("is hashed only when the rest of its step is valid", async () => {
    const portal = await openPortal();
    portal.services.passwords.hash = () => Promise.reject(new Error("A hash was made"));
    expect((await visitorOf(portal).post("/register/account", { ...ACCOUNT, email: "nobody" })).status).toBe(400);
  });
});

describe("the review", () => {
  test("lists every answer by step, with a link to change it", async () => {
    const visitor = visitorOf(await openPortal());
    await walk(visitor);
    const { text } = await visitor.get("/register/review");
    const words = wordsOf(text);
    for (const said of [
      "Organization name Cirrus Works Organization type Company",
      "Address 1 Main Street, Suite 2, Springfield, VA 22150, USA",
      "https://example.com",
      "CAGE code 1AB2C",
      "NAICS codes 541330, 541715",
      "Point of contact Ann Able ann@example.com 202-555-0100",
      "Contracts contact Ben Best ben@example.com 202-555-0101",
      "Annual revenue in US dollars 1,000,000 Year the business started 1999 Set-asides Women-owned (WOSB) SAM registration Active",
      "Jan 31, 2027",
      "We make rotors.",
      "Your name Cy Russ Your email address cy@cirrus.example Password Entered (not shown)",
      "You will be the administrator of Cirrus Works",
    ]) {
      expect(words).toContain(said);
    }
    for (const { slug } of ASKING) expect(text).toContain(`href="${addressOf(slug)}?from=review"`);
    expect(text.split(", completed")).toHaveLength(ASKING.length + 1);
    expect(text).toContain(">Register</button>");
  });

  test("says which answers are missing and which are required, and links to them", async () => {
    const visitor = visitorOf(await openPortal());
    await visitor.post("/register", { orgName: "Cirrus Works", orgType: "COMPANY" });
    const { text } = await visitor.get("/register/review");
    expect(wordsOf(text)).toContain(
      "Fix these before you register Enter your name. Enter an email address. Enter a password.",
    );
    for (const field of ["contactName", "email", "password"]) {
      expect(text).toContain(`href="/register/account?from=review#${field}"`);
    }
    expect(wordsOf(text)).toMatch(/Not given: [^:]*CAGE code/);
    expect(text).not.toContain(">Register</button>");
  });

  test("without any answer explains why that can be", async () => {
    const { text } = await visitorOf(await openPortal()).get("/register/review");
    expect(wordsOf(text)).toContain("Enter the organization name.");
    expect(text).toContain("allow cookies for this site");
  });

  test("if sent anyway, leads to the first step with missing answers, which names them", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await visitor.post("/register/capabilities", { techTags: "ai" });
    expect(leadsTo(await register(visitor))).toEqual([302, "/register?from=review#orgName"]);
    const { text } = await visitor.get("/register?from=review");
    expect(text).toContain('href="#orgName"');
    expect(wordsOf(text)).toContain("There are 2 problems Enter the organization name. Choose an organization type.");
    expect(portal.auditRows()).toEqual([]);
  });
});

describe("registering", () => {
  /** Everything that a registration stores, without values that differ each time. */
  function leavings(portal: Portal, email: string): string {
    const owner = portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.email, email) }).sync();
    const organization = organizations(portal).find(({ id }) => id === owner?.organizationId);
    // The page also signs the new user in, which a test below covers.
    const { lastSignInAt: _lastSignInAt, ...account } = owner ?? {};
    const rows = portal
      .auditRows()
      .filter(({ event }) => event !== "sign_in_success")
      .map(({ id: _id, hash: _hash, requestId: _requestId, ...row }) => row);
    return JSON.stringify([organization, { ...account, passwordHash: "" }, rows])
      .replaceAll(owner?.id ?? "?", "the user")
      .replaceAll(organization?.id ?? "?", "the organization");
  }

  test.each([
    ["all fields", NEWCOMER],
    ["only the required fields", { orgName: "Cirrus Works", orgType: "UARC", ...ACCOUNT }],
    [
      "values that need normalizing",
      {
        ...NEWCOMER,
        orgName: "  Straße & Söhne ",
        cageCode: "1ab2c",
        techTags: " Rotors,ROTORS ,, Deep  Sea ",
        email: " Cy@Cirrus.EXAMPLE",
        description: "Two\r\nlines",
        country: "",
      },
    ],
  ])("by steps stores the same as by the API: %s", async (_what, answers) => {
    const [bySteps, byApi] = [await openPortal(), await openPortal()];
    const visitor = visitorOf(bySteps);
    await walk(visitor, answers);
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    const json = { ...answers };
    dataOf(await byApi.request(null, "POST", "/api/portal/register", { json }));
    expect(leavings(bySteps, ACCOUNT.email)).toBe(leavings(byApi, ACCOUNT.email));
    expect(eventsOf(bySteps)).toEqual(["organization_registered", "sign_in_success"]);
    // An API client has no session until it signs in.
    expect(eventsOf(byApi)).toEqual(["organization_registered"]);
    expect(byApi.db.query.session.findMany().sync()).toEqual([]);
  });

  test("signs the new administrator in, and welcomes them once", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    const first = await visitor.get("/portal");
    expect([first.status, first.text.includes(WELCOME)]).toEqual([200, true]);
    expect((await visitor.get("/portal")).text).not.toContain(WELCOME);
    expect(dataOf<{ email: string }>(await visitor.get("/api/session")).email).toBe(ACCOUNT.email);
    expect(portal.auditRows()).toMatchObject([
      { event: "organization_registered" },
      { event: "sign_in_success", actorEmail: ACCOUNT.email, outcome: "SUCCESS" },
    ]);
  });

  test("by someone who signed in meanwhile registers nothing and says so", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    const signedIn = visitorOf(portal, new Map(visitor.cookies), "poc");
    expect(leadsTo(await register(signedIn))).toEqual([302, "/gov"]);
    expect((await signedIn.get("/gov")).text).toContain("nothing was registered");
    expect(eventsOf(portal)).toEqual([]);
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
  });

  test("empties the draft: the back button shows a new start", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    const before = visitor.copy();
    await register(visitor);
    expect(drafts(portal)).toMatchObject([{ passwordHash: null }]);
    expect(JSON.parse(drafts(portal)[0]?.answers ?? "")).toEqual({
      answers: {},
      saved: [],
      errors: {},
      isRegistered: true,
      session: expect.stringMatching(/^[0-9a-f]{64}$/),
      replaceableUntil: instant(portal, MINUTE),
    });
    visitor.cookies.delete("session");
    for (const returned of [visitor, before]) {
      for (const { slug, fields } of ASKING) {
        const { text } = await returned.get(addressOf(slug));
        for (const field of fields)
          expect(typedIn(text, field) ?? "", field).toBe(field === "setAsides" ? "SMALL_BUSINESS" : "");
      }
    }
    // Another registration has another token. The old token still names what was registered.
    const token = before.cookies.get(COOKIE);
    await before.post("/register", { orgName: "Another", orgType: "COMPANY" });
    expect(before.cookies.get(COOKIE)).not.toBe(token);
    expect(drafts(portal)).toHaveLength(2);
  });

  test("with a second click leads to the same page, and registers once", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    const second = visitor.copy();
    await register(visitor);
    expect(leadsTo(await register(second))).toEqual([302, "/portal"]);
    expect((await second.get("/portal")).text).toContain(WELCOME);
    expect(eventsOf(portal)).toEqual(["organization_registered", "sign_in_success", "sign_in_success"]);
    // It replaces the session of the first click, whose response the browser dropped.
    expect(portal.db.query.session.findMany().sync()).toHaveLength(1);
    expect(leadsTo(await register(second))).toEqual([302, "/portal"]);
    expect((await second.get("/portal")).text).not.toContain("nothing was registered");
  });

  test("with another click after signing out does not sign anyone in", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    await register(visitor);
    await visitor.post("/logout");
    expect(leadsTo(await register(visitor))).toEqual([302, "/login"]);
    expect((await visitor.get("/login")).text).toContain("Your organization is registered. Sign in");
    expect(visitor.cookies.has("session")).toBe(false);
    expect(eventsOf(portal)).toEqual(["organization_registered", "sign_in_success", "sign_out"]);
  });

  test("with a click by someone who uses the browser later signs nobody in", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    const unanswered = visitor.copy();
    const cookies = (await register(visitor)).headers.getSetCookie().filter((cookie) => !cookie.startsWith("notice="));
    for (const cookie of cookies) expect(cookie).not.toMatch(/Max-Age|Expires/i);
    // The browser never got the response, so it still has the cookie of the draft.
    portal.advance(MINUTE);
    expect(leadsTo(await register(unanswered))).toEqual([302, "/login"]);
    expect(unanswered.cookies.has("session")).toBe(false);
    expect(eventsOf(portal)).toEqual(["organization_registered", "sign_in_success"]);
  });

  test("with a second click over the limit leads to the sign-in page", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    for (let tries = 0; tries < 4; tries += 1) await portal.request(null, "POST", "/api/portal/register", { json: {} });
    const second = visitor.copy();
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    expect(leadsTo(await register(second))).toEqual([302, "/login"]);
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    expect(eventsOf(portal)).toEqual(["organization_registered", "sign_in_success"]);
  });

  test("with forty simultaneous clicks happens once, and all lead to the same page", { tags: "race" }, async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    const clicks = Array.from({ length: 40 }, (_, index) =>
      register(visitor.copy(), { ip: `198.51.100.${index + 1}` }),
    );
    const answers = await Promise.all(clicks);
    expect(new Set(answers.map((answer) => JSON.stringify(leadsTo(answer))))).toEqual(new Set(['[302,"/portal"]']));
    expect(eventsOf(portal).filter((event) => event !== "sign_in_success")).toEqual(["organization_registered"]);
    expect(portal.db.query.session.findMany().sync()).toHaveLength(1);
    expect(organizations(portal)).toHaveLength(3);
  });

  test("is remembered for ten minutes, or until the browser is closed, and then the token is worthless", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    const cookies = (await register(visitor)).headers.getSetCookie();
    expect(cookies).toContainEqual(expect.stringMatching(/^registration=[\w-]{43}; Path=\/; HttpOnly;/));
    const second = visitor.copy();
    second.cookies.delete("session");
    const third = second.copy();
    portal.advance(9 * MINUTE);
    expect(leadsTo(await register(second))).toEqual([302, "/login"]);
    portal.advance(MINUTE);
    expect(leadsTo(await register(third))).toEqual([302, "/register"]);
    expect(eventsOf(portal).filter((event) => event !== "sign_in_success")).toEqual(["organization_registered"]);
  });

  test.each([
    ["organization", "orgName", { orgName: " CIRRUS  works" }, "An organization with this name is already registered."],
    ["identifiers", "cageCode", { cageCode: "1ab2c" }, "An organization with this CAGE code is already registered."],
    ["identifiers", "uei", { uei: "abcdefghij12" }, "An organization with this UEI is already registered."],
    ["account", "email", { email: emailOf("poc") }, "An account with this email address already exists."],
  ] as const)(
    "with an existing value leads back to %s, to the field %s, and keeps everything else",
    async (slug, field, same, message) => {
      const portal = await openPortal();
      dataOf(
        await portal.request(null, "POST", "/api/portal/register", {
          json: { ...NEWCOMER, email: "first@cirrus.example" },
        }),
      );
      const others = { orgName: "Nimbus Works", cageCode: "2BC3D", uei: "ZZZZZZZZZZ99" };
      const visitor = visitorOf(portal);
      await walk(visitor, { ...NEWCOMER, ...others, ...same });
      const address = `${addressOf(slug)}?from=review`;
      expect(leadsTo(await register(visitor))).toEqual([302, `${address}#${field}`]);
      const { status, text } = await visitor.get(address);
      expect(status).toBe(200);
      expect(text).toContain(`<a class="usa-link" href="#${field}">${message}</a>`);
      expect(text).toMatch(new RegExp(`<input[^>]*id="${field}"[^>]*aria-invalid="true"`));
      expect(wordsOf((await visitor.get("/register/review")).text)).toContain(message);
      expect(portal.auditRows()).toHaveLength(1);

      const mended = { ...NEWCOMER, ...others, email: "cy@nimbus.example", password: "" };
      expect(leadsTo(await visitor.post(address, formOf(slug, mended)))).toEqual([302, "/register/review"]);
      expect((await visitor.get(address)).text).not.toMatch(/There (is a|are \d+) problem/);
      expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
      expect(organizations(portal).at(-1)).toMatchObject({
        name: "Nimbus Works",
        city: "Springfield",
        techTags: "rotors",
      });
    },
  );

  test("with the point of contact's email, which already has an account, opens the fields that the box had filled", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor, { ...NEWCOMER, pocEmail: emailOf("poc") }, { account: [["contactIsPoc", "on"]] });
    expect(leadsTo(await register(visitor))).toEqual([302, "/register/account?from=review#email"]);
    const { text } = await visitor.get("/register/account?from=review");
    expect(typedIn(text, "email")).toBe(emailOf("poc"));
    expect(typedIn(text, "contactName")).toBe("Ann Able");
    expect(text).not.toMatch(/name="contactIsPoc"[^>]*checked=""/);
  });

  test("checks the answers again: a year in the future leads back to its step", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    portal.advance(365 * DAY);
    await walk(visitor, { ...NEWCOMER, businessStartYear: "2027" });
    portal.advance(-365 * DAY);
    expect(wordsOf((await visitor.get("/register/review")).text)).toContain(
      "Year the business started: Enter 2026 or an earlier year.",
    );
    expect(leadsTo(await register(visitor))).toEqual([302, "/register/size?from=review#businessStartYear"]);
    expect(portal.auditRows()).toEqual([]);
  });
});

describe("a draft", () => {
  test("is stored for a day after its last change, and then disappears", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await visitor.post("/register", formOf("organization", NEWCOMER));
    portal.advance(DAY - 1);
    await visitor.post("/register/identifiers", formOf("identifiers", NEWCOMER));
    expect((await visitor.get("/register")).text).toContain("Mar 4, 2026, 9:59 AM EST");
    portal.advance(DAY - 1);
    expect(typedIn((await visitor.get("/register")).text, "orgName")).toBe("Cirrus Works");
    portal.advance(1);
    expect(typedIn((await visitor.get("/register")).text, "orgName")).toBe("");
    const token = visitor.cookies.get(COOKIE);
    await visitor.post("/register", formOf("organization", NEWCOMER));
    expect(visitor.cookies.get(COOKIE)).not.toBe(token);
  });

  test("that has expired is not registered, and its visitor sees a message to start again", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    portal.advance(DAY);
    expect(leadsTo(await register(visitor))).toEqual([302, "/register"]);
    expect((await visitor.get("/register")).text).toContain(
      "We no longer have your answers, so nothing was registered.",
    );
    expect(organizations(portal)).toHaveLength(2);
    expect(portal.auditRows()).toEqual([]);
  });

  test("belongs to the browser that started it", async () => {
    const portal = await openPortal();
    const [one, other] = [visitorOf(portal), visitorOf(portal)];
    await one.post("/register", { orgName: "First Works", orgType: "COMPANY" });
    await other.post("/register", { orgName: "Second Works", orgType: "COMPANY" });
    expect(typedIn((await one.get("/register")).text, "orgName")).toBe("First Works");
    expect(typedIn((await other.get("/register")).text, "orgName")).toBe("Second Works");
    expect((await portal.request(null, "GET", "/register/review")).text).not.toContain("Works");
  });

  test("is on pages that not even the browser stores", async () => {
    const visitor = visitorOf(await openPortal());
    await visitor.post("/register", formOf("organization", NEWCOMER));
    for (const { slug } of STEPS) {
      const shown = [
        await visitor.get(addressOf(slug)),
        await visitor.post(addressOf(slug), { cageCode: "12", pocEmail: "x" }),
      ];
      for (const { headers } of shown) expect(headers.get("cache-control"), slug).toBe("private, no-store");
    }
  });

  test("never starts under a token that someone made up", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal, new Map([[COOKIE, "known-to-somebody-else"]]));
    await visitor.post("/register", formOf("organization", NEWCOMER));
    expect(visitor.cookies.get(COOKIE)).toMatch(/^[\w-]{43}$/);
    const stranger = visitorOf(portal, new Map([[COOKIE, "known-to-somebody-else"]]));
    expect(typedIn((await stranger.get("/register")).text, "orgName")).toBe("");
  });

  test("has a cookie that scripts cannot read, and the database has only its hash", async () => {
    const portal = await openPortal();
    const answer = await visitorOf(portal).post("/register", formOf("organization", NEWCOMER));
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^registration=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const token = cookie.match(/=([\w-]+)/)?.[1] ?? "";
    expect(JSON.stringify(contents(portal))).not.toContain(token);
    const secure = await openPortal({ PUBLIC_ORIGIN: "https://portal.example.gov" });
    const [bound] = (
      await visitorOf(secure).post("/register", formOf("organization", NEWCOMER))
    ).headers.getSetCookie();
    expect(bound).toMatch(/^__Host-registration=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });

  test("can be deleted by its visitor, and started again", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    expect((await visitor.get("/register/review")).text).toContain('action="/register/review?discard"');
    expect((await visitor.get("/register")).text).toContain('action="/register?discard"');
    expect(leadsTo(await visitor.post("/register/review?discard"))).toEqual([302, "/register"]);
    expect(drafts(portal)).toEqual([]);
    expect(visitor.cookies.has(COOKIE)).toBe(false);
    expect((await visitor.get("/register")).text).toContain("Your answers were deleted.");
    expect(leadsTo(await visitor.post("/register?discard"))).toEqual([302, "/register"]);
  });

  test("leads to where its visitor came for, if organizations may go there", async () => {
    const toForm = "/portal/submissions/new?callId=1";
    const elsewhere = [
      "/gov/submissions",
      "//evil.example/portal/",
      "/portal/../gov",
      `/portal/${"x".repeat(LIMITS.redirectCharacters)}`,
    ];
    for (const target of [toForm, ...elsewhere]) {
      const portal = await openPortal();
      const visitor = visitorOf(portal);
      const from = `/register?${new URLSearchParams({ redirectTo: target })}`;
      expect(leadsTo(await visitor.post(from, formOf("organization", NEWCOMER)))[0]).toBe(302);
      // A refusal keeps it too.
      expect(leadsTo(await register(visitor))[1]).toContain("from=review");
      await walk(visitor);
      const expected = [302, target === toForm ? toForm : "/portal"];
      expect(leadsTo(await register(visitor)), target).toEqual(expected);
      // Like the second of two clicks.
      visitor.cookies.delete("session");
      expect(leadsTo(await register(visitor)), target).toEqual(expected);
    }
  });

  test("shows on its first page where to continue", async () => {
    const visitor = visitorOf(await openPortal());
    const next = async () => (await visitor.get("/register")).text.match(/href="([^"]*)">Continue at step/)?.[1];
    expect(await next()).toBeUndefined();
    await visitor.post("/register/contacts", formOf("contacts", NEWCOMER));
    expect(await next()).toBeUndefined();
    await visitor.post("/register", formOf("organization", NEWCOMER));
    expect(await next()).toBe("/register/identifiers");
    await walk(visitor);
    expect(await next()).toBe("/register/review");
  });

  test("keeps all steps that are saved at the same time", { tags: "race" }, async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await visitor.post("/register", { orgName: "Before", orgType: "OTHER" });
    const saves = Array.from({ length: 6 }, () =>
      ASKING.map(({ slug }) => visitor.copy().post(addressOf(slug), formOf(slug, NEWCOMER))),
    );
    const answers = await Promise.all(saves.flat());
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
    expect(drafts(portal)).toHaveLength(1);
    expect(leadsTo(await register(visitor))).toEqual([302, "/portal"]);
    expect(organizations(portal).at(-1)).toMatchObject({
      name: "Cirrus Works",
      cageCode: "1AB2C",
      pocName: "Ann Able",
      city: "Springfield",
      techTags: "rotors",
      employeeCount: 25,
    });
  });

  test("with markup in it is shown as text, and so is a refused form", async () => {
    const markup = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'&`;
    const visitor = visitorOf(await openPortal());
    await walk(visitor, {
      ...NEWCOMER,
      orgName: markup,
      city: markup,
      pocName: markup,
      description: markup,
      techTags: markup,
      contactName: markup,
    });
    const pages = [
      ...(await Promise.all(
        ["/register", "/register/contacts", "/register/capabilities", "/register/account", "/register/review"].map(
          (path) => visitor.get(path),
        ),
      )),
      await visitor.post("/register/identifiers", { uei: `${markup} ${markup}`, cageCode: markup }),
    ];
    for (const { text } of pages) {
      expect(text).not.toContain("<script>alert");
      expect(text).not.toContain("<img src=x");
      expect(withoutScripts(text)).toContain("&lt;img src=x");
    }
  });
});

describe("the limits on the steps", () => {
  test("are sixty saves an hour for an address, and the sixty-first keeps what was typed", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    for (let saves = 0; saves < DRAFT_LIMITS.step.max; saves += 1) {
      expect((await visitor.post("/register/capabilities", { techTags: `tag ${saves}` })).status).toBe(302);
    }
    const before = drafts(portal);
    const answer = await visitor.post("/register/identifiers", { cageCode: "1AB2C" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(answer.text).toContain("Too many requests.");
    expect(typedIn(answer.text, "cageCode")).toBe("1AB2C");
    expect(drafts(portal)).toEqual(before);
    expect((await visitor.post("/register/identifiers", { cageCode: "1AB2C" }, { ip: "203.0.113.99" })).status).toBe(
      302,
    );
    portal.advance(60 * MINUTE);
    expect((await visitor.post("/register/identifiers", { cageCode: "1AB2C" })).status).toBe(302);
  });

  test("are twenty passwords an hour for an address, after which no other is hashed", { tags: "race" }, async () => {
    const portal = await openPortal();
    const { passwords } = portal.services;
    const hash = passwords.hash.bind(passwords);
    let hashed = 0;
    passwords.hash = (password) => {
      hashed += 1;
      return hash(password);
    };
    const burst = await Promise.all(
      Array.from({ length: 50 }, () => visitorOf(portal).post("/register/account", ACCOUNT)),
    );
    expect(burst.filter(({ status }) => status === 302)).toHaveLength(DRAFT_LIMITS.account.max);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(50 - DRAFT_LIMITS.account.max);
    expect(hashed).toBe(DRAFT_LIMITS.account.max);
    expect(drafts(portal)).toHaveLength(DRAFT_LIMITS.account.max);
  });

  test("do not affect registering, which shares its own limit with the API", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await walk(visitor);
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await portal.request(null, "POST", "/api/portal/register", { json: {} })).status).toBe(400);
    }
    const answer = await register(visitor);
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "3600"]);
    expect(answer.text).toContain("Too many requests.");
    expect(wordsOf(answer.text)).toContain("Organization name Cirrus Works");
    portal.advance(60 * MINUTE);
    for (let tries = 0; tries < 5; tries += 1) await register(visitorOf(portal));
    expect((await portal.request(null, "POST", "/api/portal/register", { json: NEWCOMER })).status).toBe(429);
  });
});
