import { ADMIN, expect, test } from "./portal";

/** Characters that XML, JSON and addresses must escape. */
const HARD = 'Rotors & <b>blades</b> ]]> &apos; "quoted" \ufffe Zürich';
const AS_XML = HARD.replace("\ufffe", "\ufffd");

test("the browser's own parser reads the feeds in a page's head, and they match the page @scripts", async ({
  page,
  portal,
}) => {
  const admin = await portal.as(ADMIN);
  const sent = await Promise.all([
    admin.post("/api/gov/announcements", { data: { title: HARD, body: `${HARD}\n\n${HARD}` } }),
    admin.post("/api/gov/calls", { data: { title: HARD, description: HARD, techTags: "r&d,<fast>" } }),
  ]);
  const ids = await Promise.all(sent.map(async (response) => (await response.json()).data.id as string));
  for (const [index, path] of ["/announcements", "/calls"].entries()) {
    await page.goto(path);
    const read = await page.evaluate(async () => {
      const addressOf = (type: string) =>
        document.head.querySelector<HTMLLinkElement>(`link[rel=alternate][type="${type}"]`)?.href ?? "";
      const text = await (await fetch(addressOf("application/atom+xml"))).text();
      const feed = new DOMParser().parseFromString(text, "application/xml");
      const json = await (await fetch(addressOf("application/feed+json"))).json();
      const entries = [...feed.querySelectorAll("feed > entry")].map((entry) => ({
        title: entry.querySelector("title")?.textContent,
        content: entry.querySelector("content")?.textContent,
        link: entry.querySelector("link[rel=alternate]")?.getAttribute("href"),
        tags: [...entry.querySelectorAll("category")].map((category) => category.getAttribute("term")),
      }));
      return {
        parserErrors: feed.querySelectorAll("parsererror").length,
        namespace: feed.documentElement.namespaceURI,
        entries,
        items: json.items as { title: string; url: string }[],
      };
    });
    expect(read).toMatchObject({ parserErrors: 0, namespace: "http://www.w3.org/2005/Atom" });
    const url = `${portal.origin}${path}/${ids[index]}`;
    const entry = read.entries.find(({ link }) => link === url);
    expect(entry?.title).toBe(AS_XML);
    expect(entry?.content).toBe(path === "/calls" ? AS_XML : `${AS_XML}\n\n${AS_XML}`);
    expect(entry?.tags).toEqual(path === "/calls" ? ["r&d", "<fast>"] : []);
    expect(read.items.find((item) => item.url === url)?.title).toBe(HARD);
    await page.goto(entry?.link ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Rotors & <b>blades</b>");
  }
});

test("an open call's deadline is in the calendar that its list links to", async ({ page, portal }) => {
  const admin = await portal.as(ADMIN);
  const closesAt = `${new Date().getFullYear() + 1}-07-01`;
  await admin.post("/api/gov/calls", { data: { title: "With a deadline", description: "Soon.", closesAt } });
  await page.goto("/calls");
  const address = await page.getByRole("link", { name: "Deadline calendar" }).getAttribute("href");
  const text = await (await page.request.get(address ?? "")).text();
  expect(text).toContain("SUMMARY:Call closes: With a deadline\r\n");
  expect(text).toContain(`DTSTART;VALUE=DATE:${closesAt.replaceAll("-", "")}\r\n`);
});
