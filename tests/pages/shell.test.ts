import { describe, expect, test } from "vitest";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { type Gate, POLICY, reachThrough } from "~/policy/policy";
import { SERVICE_NAME } from "~/values/labels";
import { LIMITS, MB, RATE_LIMITS } from "~/values/limits";
import { insertCall, insertSubmission, mustRotate } from "../support/arrange";
import { emailOf, type PersonKey } from "../support/cast";
import { unescaped, withoutScripts, wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";
import { crumbsIn, linksIn, partOf, titleIn } from "../support/shell";

async function visit(portal: Portal, person: PersonKey | null, path: string, status = 200): Promise<string> {
  const answer = await portal.request(person, "GET", path);
  expect([path, answer.status]).toEqual([path, status]);
  return withoutScripts(answer.text);
}

const navigationIn = (html: string) => partOf(html, '<nav id="primary-navigation"', "nav");
const labelsIn = (html: string) => linksIn(html).map(([label]) => label);
const mainIn = (html: string) => partOf(html, "<main", "main");

describe("the header", () => {
  const government = ["Dashboard", "Submissions", "Organizations", "Engagements", "Calls", "Announcements"];
  const industry = ["Dashboard", "Submissions", "Profile", "Open calls", "Announcements", "Search"];
  const ways: [PersonKey | null, string[]][] = [
    [null, ["Open calls", "Announcements", "Search", "Register", "Help"]],
    ["acmeUser", industry],
    ["acmeAdmin", [...industry.slice(0, 3), "People", ...industry.slice(3)]],
    ["readonly", government],
    ["poc", government],
    ["lead", [...government, "Administration"]],
    ["systemAdmin", [...government, "Administration"]],
  ];
  test.each(ways)("shows %s links to the pages they may use, on every page", async (person, labels) => {
    const portal = await openPortal();
    for (const path of ["/", "/help", "/announcements"]) {
      const navigation = navigationIn(await visit(portal, person, path));
      expect(labelsIn(navigation)).toEqual(labels);
      for (const [, to] of linksIn(navigation)) await visit(portal, person, to);
    }
  });

  const marked: [PersonKey | null, path: string, label: string | null][] = [
    [null, "/calls", "Open calls"],
    [null, "/", null],
    ["acmeUser", "/portal", "Dashboard"],
    ["acmeUser", "/portal/submissions/new", "Submissions"],
    ["poc", "/gov/search", null],
    ["poc", "/gov/submissions", "Submissions"],
    ["systemAdmin", "/gov/admin/tags", "Administration"],
  ];
  test.each(marked)("marks for %s at %s the current page", async (person, path, label) => {
    const portal = await openPortal();
    const current = navigationIn(await visit(portal, person, path)).match(/<a [^>]*aria-current="page"[^>]*>[^<]*/g);
    expect(current?.map((link) => link.split(">").at(-1)) ?? []).toEqual(label ? [label] : []);
  });

  test("names the agency if the settings do, and works without it", async () => {
    const named = await openPortal({ AGENCY_NAME: "Office of <Tests>" });
    const html = await visit(named, null, "/calls");
    expect(partOf(html, "<header", "header")).toContain("Office of &lt;Tests&gt;");
    expect(titleIn(html)).toBe(`Open calls for technology | ${SERVICE_NAME} | Office of <Tests>`);
    const plain = await visit(await openPortal(), null, "/calls");
    expect(plain).not.toContain("glip-header__agency");
    expect(titleIn(plain)).toBe(`Open calls for technology | ${SERVICE_NAME}`);
  });

  test("offers to sign in to visitors only", async () => {
    const portal = await openPortal();
    const header = (html: string) => partOf(html, "<header", "header");
    expect(linksIn(header(await visit(portal, null, "/calls")))).toContainEqual(["Sign in", "/login"]);
    expect(header(await visit(portal, "acmeUser", "/calls"))).not.toContain("/login");
  });

  test("has the account menu, which needs no script: the user's name, their own pages, and signing out", async () => {
    const locked = await openPortal();
    const menuIn = (html: string) => partOf(html, '<details class="glip-account"', "details");
    const menu = menuIn(await visit(locked, "acmeAdmin", "/calls"));
    expect(menu).toMatch(/^<details class="glip-account"><summary/);
    const words = wordsOf(menu).replaceAll(" ", "");
    for (const said of ["Person acmeAdmin", emailOf("acmeAdmin"), "Organization administrator, acme industries"]) {
      expect(words).toContain(said.replaceAll(" ", ""));
    }
    expect(labelsIn(menu)).toEqual(["Account", "Notification settings", "Help"]);
    expect(menu).toMatch(/<form method="post" action="\/logout"><button[^>]*>Sign out/);
    const unlocked = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
    const other = menuIn(await visit(unlocked, "readonly", "/calls"));
    expect(wordsOf(other)).toContain("Government read-only");
    expect(labelsIn(other)).toEqual(["Account", "Notification settings", "Change password", "Help"]);
    mustRotate(unlocked, "poc");
    expect(menuIn(await visit(unlocked, "poc", "/account/password"))).toContain("Sign out");
  });
});

describe("above the header,", () => {
  const OFFICIAL = "An official website of the United States government";
  const DEMONSTRATION = "This is a demonstration.";

  test("there is nothing by default", async () => {
    const html = await visit(await openPortal(), null, "/");
    expect(html).not.toContain(OFFICIAL);
    expect(html).not.toContain(DEMONSTRATION);
    expect(html).not.toContain("official website");
  });

  test("a demonstration has an alert", async () => {
    const html = await visit(await openPortal({ DEMONSTRATION: "true" }), null, "/");
    expect(html).toContain(DEMONSTRATION);
    expect(html).not.toContain("official website");
  });

  test("an official website has a banner that opens without a script and loads nothing from other hosts", async () => {
    const portal = await openPortal({ OFFICIAL_BANNER: "true", AGENCY_NAME: "Office of Tests" });
    for (const path of ["/", "/no/such/page"]) {
      const html = withoutScripts((await portal.request(null, "GET", path)).text);
      const banner = partOf(html, '<section class="usa-banner"', "section");
      expect(banner).toMatch(
        /<details><summary[\s\S]*An official website[\s\S]*how you know[\s\S]*Official websites use \.gov/,
      );
      expect(banner).not.toMatch(/(src|href)="https?:/);
      expect(html).not.toContain(DEMONSTRATION);
      expect(unescaped(wordsOf(partOf(html, "<footer", "footer")))).toContain(
        "An official website of the Office of Tests",
      );
    }
  });

  test("the banner names .mil if the service is at a .mil address", async () => {
    const html = await visit(
      await openPortal({ OFFICIAL_BANNER: "true", PUBLIC_ORIGIN: "https://portal.example.mil" }),
      null,
      "/",
    );
    expect(wordsOf(html)).toContain("Official websites use . mil".replace(". ", "."));
    expect(html).toContain("Department of Defense");
  });
});

describe("the contact", () => {
  const PAGES = ["/", "/help", "/help/industry", "/accessibility", "/privacy", "/no/such/page"];
  const addressesIn = async (portal: Portal, path: string) =>
    withoutScripts((await portal.request(null, "GET", path)).text).match(/href="mailto:[^"]*"/g) ?? [];

  test("is in every page's footer, and where a user may need help", async () => {
    const portal = await openPortal({ CONTACT_EMAIL: "help@agency.example" });
    for (const path of PAGES) {
      const found = await addressesIn(portal, path);
      expect(new Set(found), path).toEqual(new Set(['href="mailto:help@agency.example"']));
      if (path !== "/") expect(found.length, path).toBeGreaterThan(1);
    }
  });

  test("is described in words if there is no address", async () => {
    const portal = await openPortal();
    for (const path of PAGES) {
      expect(await addressesIn(portal, path), path).toEqual([]);
      expect(unescaped((await portal.request(null, "GET", path)).text), path).not.toContain("Questions?");
    }
    expect(wordsOf(await visit(portal, null, "/accessibility"))).toContain(
      "ask the people you work with at the agency",
    );
  });
});

describe("titles and breadcrumbs", () => {
  test("show which page of a list it is, and no other number", async () => {
    const portal = await openPortal();
    for (const title of ["One", "Two", "Three"]) insertCall(portal, { title });
    const named = async (query: string) => titleIn(await visit(portal, null, `/calls${query}`)).split(" | ")[0];
    expect(await named("?page=2&pageSize=2")).toBe("Open calls for technology, page 2 of 2");
    for (const query of ["", "?page=1", "?page=0", "?page=none", "?page=1.5", "?page=2"]) {
      expect(await named(query), query).toBe("Open calls for technology");
    }
  });

  test("lead back from a record through its list to the home page of its audience", async () => {
    const portal = await openPortal();
    const [callId, submissionId] = [insertCall(portal), insertSubmission(portal)];
    const ways: [PersonKey | null, string, [string, string][]][] = [
      [
        null,
        `/calls/${callId}`,
        [
          ["Home", "/"],
          ["Open calls", "/calls"],
        ],
      ],
      [
        "acmeUser",
        `/calls/${callId}`,
        [
          ["Home", "/"],
          ["Open calls", "/calls"],
        ],
      ],
      [
        "acmeUser",
        `/portal/submissions/${submissionId}`,
        [
          ["Dashboard", "/portal"],
          ["Submissions", "/portal/submissions"],
        ],
      ],
      [
        "poc",
        `/gov/submissions/${submissionId}`,
        [
          ["Dashboard", "/gov"],
          ["Submissions", "/gov/submissions"],
        ],
      ],
      [
        "poc",
        "/notifications/settings",
        [
          ["Dashboard", "/gov"],
          ["Notifications", "/notifications"],
        ],
      ],
      [
        "acmeUser",
        "/account/password",
        [
          ["Dashboard", "/portal"],
          ["Your account", "/account"],
        ],
      ],
      [
        null,
        "/help/industry",
        [
          ["Home", "/"],
          ["Help", "/help"],
        ],
      ],
    ];
    for (const [person, path, way] of ways) {
      expect(linksIn(crumbsIn(await visit(portal, person, path))), path).toEqual(way);
    }
  });
});

describe("an error page", () => {
  const refusals: [PersonKey | null, method: string, path: string, status: number, title: string, ways: string[]][] = [
    [null, "GET", "/no/such/page", 404, "Page not found", ["/calls", "/login", "/", "/help"]],
    [null, "GET", "/calls//", 404, "Page not found", ["/calls", "/login", "/", "/help"]],
    [null, "GET", "/announcements//?q=x", 404, "Page not found", ["/calls", "/login", "/", "/help"]],
    ["acmeUser", "GET", "/no/such/page", 404, "Page not found", ["/portal/submissions", "/portal", "/help"]],
    ["poc", "GET", "/gov/submissions/none", 404, "Page not found", ["/gov/search", "/gov", "/help"]],
    ["acmeUser", "GET", "/gov", 403, "You do not have access", ["/portal/submissions", "/portal", "/help"]],
    ["poc", "GET", "/gov/admin/audit", 403, "You do not have access", ["/gov/search", "/gov", "/help"]],
    ["poc", "POST", "/gov/calls/new", 403, "You do not have access", ["/gov/search", "/gov", "/help"]],
    // Remix itself refuses it, before the server knows the user.
    ["poc", "POST", "/help", 405, "You cannot do that here", ["/calls", "/login", "/", "/help"]],
    ["lead", "POST", "/account?nothing", 400, "We did not understand that request", ["/gov/search", "/gov", "/help"]],
  ];
  test.each(refusals)(
    "tells %s after %s %s what happened (%i) and where to go next",
    async (person, method, path, status, title, ways) => {
      const portal = await openPortal();
      const answer = await portal.request(person, method, path, method === "POST" ? { form: {} } : {});
      expect(answer.status).toBe(status);
      const html = withoutScripts(answer.text);
      expect(titleIn(html)).toBe(`${title} | ${SERVICE_NAME}`);
      const main = mainIn(html);
      expect(main).toContain(`<h1>${title}</h1>`);
      expect(linksIn(main).map(([, to]) => to)).toEqual(ways);
      for (const to of ways) expect((await portal.request(person, "GET", to)).status, to).toBeLessThan(400);
    },
  );

  test("for a 403 names the signed-in user, and who can change their access", async () => {
    const portal = await openPortal();
    const said = async (person: PersonKey, path: string) => wordsOf(mainIn(await visit(portal, person, path, 403)));
    const industry = await said("acmeUser", "/portal/users");
    expect(industry).toContain(
      "You are signed in as Person acmeUser ( Organization user, acme industries)".replace("( ", "("),
    );
    expect(industry).toContain("ask an administrator of your organization");
    const government = await said("poc", "/gov/admin/audit");
    expect(government).toContain("Government point of contact");
    expect(government).toContain("a government administrator");
    // Nobody could give them more access.
    expect(await said("systemAdmin", "/portal")).not.toContain("If you need access");
  });

  test("for a 500 gives the number from the log, no reason, and a link to try again", async () => {
    const portal = await openPortal({ CONTACT_EMAIL: "help@agency.example" });
    portal.db.$client.exec("ALTER TABLE call RENAME TO call_away");
    const answer = await portal.request("poc", "GET", "/gov/calls?sort=title");
    expect(answer.status).toBe(500);
    const main = mainIn(withoutScripts(answer.text));
    const requestId = answer.headers.get("x-request-id") ?? "";
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(main).toContain(`<code>${requestId}</code>`);
    expect(linksIn(main).map(([, to]) => to)).toEqual([
      "/gov/calls?sort=title",
      "/gov/search",
      "/gov",
      "/help",
      "mailto:help@agency.example",
    ]);
    expect(portal.log.some((line) => line.requestId === requestId && line.msg === "page failed")).toBe(true);
  });

  test("is shown even if the server cannot read who the user is", async () => {
    const portal = await openPortal();
    const cookie = portal.cookieOf("poc");
    portal.db.$client.exec("ALTER TABLE notification RENAME TO notification_away");
    const answer = await portal.request(null, "GET", "/calls", { headers: { cookie } });
    expect(answer.status).toBe(500);
    expect(answer.text).toContain("Something went wrong");
    expect(answer.text).toContain(`<code>${answer.headers.get("x-request-id")}</code>`);
  });
});

describe("the help", () => {
  const wordsAt = async (portal: Portal, person: PersonKey | null, path: string) =>
    unescaped(wordsOf(mainIn(await visit(portal, person, path))));

  test("shows industry the enforced limits and the current settings", async () => {
    const settings = { SESSION_IDLE_MINUTES: "17", SESSION_ABSOLUTE_HOURS: "9", DEMO_LOCK_CREDENTIALS: "false" };
    const portal = await openPortal(settings);
    const words = await wordsAt(portal, null, "/help/industry");
    for (const fact of [
      "14 to 128 characters",
      "3 to 255 characters",
      "10 to 5,000",
      "PDF, DOCX, PPTX or TXT",
      `up to ${LIMITS.fileBytes / MB} MB`,
      `up to ${LIMITS.naicsCodes} six-digit NAICS codes`,
      `within ${LIMITS.invitationDays} days`,
      `for up to ${LIMITS.registrationDraftHours} hours`,
      `${RATE_LIMITS.registration.max} an hour`,
      `${RATE_LIMITS.submission.max} an hour`,
      `${RATE_LIMITS.passwordChange.max} in 15 minutes`,
      "if you do nothing for 17 minutes, and after 9 hours",
      "Change your password",
    ]) {
      expect(words).toContain(fact);
    }
    expect(await wordsAt(await openPortal(), null, "/help/industry")).toContain("Credential changes are locked");
  });

  test("shows government its roles and all their gates, as in the policy", async () => {
    const portal = await openPortal();
    const html = mainIn(await visit(portal, "readonly", "/help/government"));
    const table = partOf(html.slice(html.indexOf('id="roles"')), "<tbody", "tbody");
    const shown = table
      .split("</tr>")
      .filter((row) => row.includes("<td"))
      .map((row) => [...row.matchAll(/<td[^>]*>([^<]*)</g)].map(([, cell]) => cell).join());
    const words = { any: "Yes", "own command": "Own command" } as Record<string, string>;
    // What everyone may do, and what industry may do too, is not in the table.
    const gates = (Object.keys(POLICY) as Gate[]).filter(
      (gate) =>
        reachThrough(gate, { role: "GOV_SYSTEM_ADMIN", industryRole: null }) === "any" && gate !== "submission read",
    );
    const held = gates.map((gate) =>
      GOVERNMENT_ROLES.map((role) => words[reachThrough(gate, { role, industryRole: null }) ?? ""] ?? "No").join(),
    );
    expect(shown.sort()).toEqual(held.sort());
  });

  test("hides the government help from everyone else", async () => {
    const portal = await openPortal();
    for (const person of [null, "acmeAdmin"] as const) {
      expect(linksIn(await visit(portal, person, "/help")).map(([, to]) => to)).not.toContain("/help/government");
    }
    expect(linksIn(mainIn(await visit(portal, "readonly", "/help"))).map(([, to]) => to)).toContain("/help/government");
  });

  test("has every section that a page links to", async () => {
    const portal = await openPortal();
    const pages: [PersonKey | null, string][] = [
      [null, "/register"],
      [null, "/calls"],
      ["acmeAdmin", "/portal/submissions"],
      ["acmeAdmin", "/portal/submissions/new"],
      ["acmeAdmin", "/portal/profile"],
      ["acmeAdmin", "/portal/users"],
      ["lead", "/gov/submissions"],
      ["lead", "/gov/calls"],
      ["lead", "/gov/engagements"],
      ["lead", "/gov/announcements"],
      ["lead", "/gov/admin/users"],
      ["lead", "/help"],
    ];
    for (const [person, path] of pages) {
      const links = linksIn(mainIn(await visit(portal, person, path))).filter(([, to]) => /^\/help\/\w+#/.test(to));
      expect(links.length, path).toBeGreaterThan(0);
      for (const [, to] of links) {
        const [address = "", anchor] = to.split("#");
        expect(await visit(portal, person, address), to).toContain(`<h2 id="${anchor}"`);
      }
    }
  });

  test.each([
    ["/portal/submissions/new", "Help with submitting"],
    ["/portal/submissions", "What happens to a submission"],
  ])("is linked from %s to the matching section: %s", async (path, label) => {
    const main = mainIn(await visit(await openPortal(), "acmeAdmin", path));
    expect(wordsOf(main)).toContain(label);
  });

  test("names exactly the cookies that the service sets", async () => {
    const portal = await openPortal({ SESSION_IDLE_MINUTES: "17" });
    const html = mainIn(await visit(portal, null, "/privacy"));
    const table = partOf(html.slice(html.indexOf('id="cookies"')), "<tbody", "tbody");
    const names = [...table.matchAll(/<th[^>]*>([^<]*)</g)].map(([, name]) => name);
    expect(names).toEqual(["session", "notice", "sign-in-step", "identity", "passkey", "registration"]);
    expect(wordsOf(table)).toContain("17 minutes");
    expect(wordsOf(table)).toContain(`${LIMITS.registrationDraftHours} hours`);
    const signedIn = await portal.request(null, "POST", "/login", {
      form: { email: emailOf("poc"), password: "Correct-Horse-7-Battery" },
    });
    expect(signedIn.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["session"]);
  });
});
