import type { Database } from "#db/open";
import { COMMANDS, idOf, ORGANIZATIONS, PEOPLE } from "../support/cast";

/** The number of rows of each kind. Their texts are as long as their fields allow. */
export interface LedgerSize {
  /** Calls and announcements, all public. */
  publications: number;
  /** Submissions, engagements and organizations. */
  records: number;
  /** Government users, colleagues, commands and preset tags. */
  administration: number;
  /** Notifications of each person in the cast, and notes of one engagement and one organization. */
  each: number;
  /** Rows of the audit log. */
  events: number;
}

const DAY_MILLISECONDS = 86_400_000;

/** Reproducible random numbers from 0 to below `bound`. */
function randomNumbers(): (bound: number) => number {
  let state = 42;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % bound;
  };
}

/** Long texts from 3,000 words, so that a prefix matches many words, and a word many texts. */
function texts(): (characters: number) => string {
  const next = randomNumbers();
  const letters = "etaoinshrdlucmfw";
  const words = Array.from({ length: 3_000 }, () =>
    Array.from({ length: 3 + next(6) }, () => letters[next(letters.length)]).join(""),
  );
  return (characters) => {
    let text = "";
    while (text.length < characters) text += `${words[next(words.length)]} `;
    return text.slice(0, characters).trim();
  };
}

/** Fills a ledger that has the cast with rows of the maximum length. Ids are `<kind>-<number>`. */
export function fillLedger({ $client: client }: Database, size: LedgerSize): void {
  const text = texts();
  const at = (index: number) => new Date(Date.now() - index * 1_000).toISOString();
  const author = idOf("systemAdmin");
  const insert = (table: string, row: Record<string, unknown>) => {
    const names = Object.keys(row);
    client
      .prepare(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map((name) => `@${name}`).join(", ")})`)
      .run(row);
  };
  const times = (index: number) => ({ created_at: at(index), updated_at: at(index) });
  const many = (count: number, make: (index: number) => void) => {
    for (let index = 0; index < count; index += 1) make(index);
  };
  const tags = "autonomy,edge computing,sensing";
  client.transaction(() => {
    many(size.publications, (index) => {
      const closesAt = new Date(Date.now() + (index + 1) * DAY_MILLISECONDS).toISOString();
      const isPublished = { published: 1, published_at: at(index) };
      const common = { id: `call-${index}`, title: text(200), author_id: author, ...times(index) };
      insert("call", { ...common, description: text(8_000), tech_tags: tags, status: "OPEN", closes_at: closesAt });
      insert("announcement", { ...common, id: `announcement-${index}`, body: text(8_000), ...isPublished });
    });
    many(size.records, (index) => {
      const name = `${text(240)} ${index}`;
      const organization = { id: `organization-${index}`, name, name_key: name, org_type: "COMPANY", ...times(index) };
      insert("organization", { ...organization, description: text(2_000), tech_tags: tags });
      const submission = { id: `submission-${index}`, title: text(255), summary: text(5_000), ...times(index) };
      const of = { organization_id: ORGANIZATIONS.acme, submitted_by: idOf("acmeUser"), call_id: "call-0" };
      insert("submission", { ...submission, ...of, type: "WHITE_PAPER", tech_tags: tags });
      const engagement = { id: `engagement-${index}`, title: text(200), summary: text(4_000), ...times(index) };
      const where = { command_id: COMMANDS.alpha, created_by: author, organization_id: ORGANIZATIONS.acme };
      const date = `2026-${String(1 + (index % 12)).padStart(2, "0")}-10T00:00:00.000Z`;
      insert("engagement", { ...engagement, ...where, type: "DEMO", status: "PLANNED", location: text(200), date });
      insert("engagement_organization", {
        engagement_id: engagement.id,
        organization_id: ORGANIZATIONS.acme,
        position: 0,
      });
    });
    many(size.administration, (index) => {
      const person = { name: text(200), password_hash: "none", ...times(index) };
      const gov = { role: "GOV_READONLY", command_id: COMMANDS.alpha, title: text(200) };
      insert("user", { id: `gov-${index}`, email: `gov-${index}@example.gov`, ...person, ...gov });
      const industry = { role: "INDUSTRY", industry_role: "INDUSTRY_USER", organization_id: ORGANIZATIONS.acme };
      insert("user", { id: `industry-${index}`, email: `industry-${index}@example.com`, ...person, ...industry });
      const name = `${text(190)} ${index}`;
      const short = { abbreviation: `C${index}`, abbreviation_key: `c${index}`, echelon: text(100) };
      const command = { id: `command-${index}`, name, name_key: name, ...short, ...times(index) };
      insert("command", { ...command, parent_id: COMMANDS.alpha, mission: text(4_000), location: text(200) });
      insert("preset_tag", { id: `tag-${index}`, label: `tag ${index}`, created_by: author, created_at: at(index) });
    });
    many(size.each, (index) => {
      for (const person of PEOPLE) {
        insert("notification", {
          id: `notification-${person}-${index}`,
          user_id: idOf(person),
          kind: "SYSTEM",
          title: text(200),
          body: text(500),
          created_at: at(index),
        });
      }
      const note = { author_id: author, body: text(4_000), created_at: at(index) };
      insert("engagement_note", { id: `note-${index}`, engagement_id: "engagement-0", ...note });
      insert("organization_dialogue_note", {
        id: `dialogue-${index}`,
        organization_id: ORGANIZATIONS.acme,
        ...note,
      });
    });
    const last =
      client.prepare<[], { seq: number }>("SELECT coalesce(max(seq), 0) AS seq FROM audit_event").get()?.seq ?? 0;
    many(size.events, (index) => {
      const hashes = { prev_hash: String(index), hash: String(index + 1) };
      const row = { seq: last + index + 1, id: `event-${index}`, created_at: at(size.events - index), ...hashes };
      const of = {
        actor_id: author,
        actor_email: "systemadmin@example.test",
        target_type: "call",
        target_id: "call-0",
      };
      const details = JSON.stringify({ before: { description: text(8_000) }, after: { description: text(8_000) } });
      insert("audit_event", { ...row, ...of, event: "call_updated", outcome: "SUCCESS", details });
    });
  })();
}
