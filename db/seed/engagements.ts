import { eq } from "drizzle-orm";
import type { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { engagement, engagementNote, engagementOrganization } from "#db/schema";
import { deliverTo } from "~/routing/deliver.server";
import type { Stage, StageAct } from "./stage";
import { MEETINGS } from "./tables/meetings";
import type { Past, Times } from "./timeline";

/** An engagement as its form would send it. The first organization is the primary one. */
export interface Engagement {
  title: string;
  type: (typeof ENGAGEMENT_TYPES)[number];
  status: (typeof ENGAGEMENT_STATUSES)[number];
  /** Whole days from now; behind it when negative. */
  inDays: number;
  recordedAt: Past;
  by: string;
  command: string;
  location: string;
  summary: string;
  organizations: readonly string[];
  otherOrganization?: string;
  notes?: readonly { at: Past; by: string; body: string }[];
}

/** Engagements and the notes on them. */
export function engagementActs({ ago, day }: Times): StageAct[] {
  return MEETINGS.flatMap((meeting) => [
    {
      at: ago(meeting.recordedAt),
      what: `engagement "${meeting.title}"`,
      perform: (stage) => record(stage, meeting, `${day(meeting.inDays)}T00:00:00.000Z`),
    },
    ...(meeting.notes ?? []).map(
      ({ at, by, body }): StageAct => ({
        at: ago(at),
        what: `note on "${meeting.title}"`,
        perform: (stage) => addNote(stage, meeting, by, body),
      }),
    ),
  ]);
}

async function record(stage: Stage, meeting: Engagement, date: string): Promise<void> {
  const { title, type, status, location, summary, otherOrganization = "" } = meeting;
  const organizationIds = meeting.organizations.map((key) => stage.idOf("organization", key));
  const commandId = stage.idOf("command", meeting.command);
  const id = await stage.write(meeting.by, ({ services: { db, newId }, actor, at, audit }) => {
    const columns = { title, type, status, date, location, summary, otherOrganization, commandId };
    const created = newId();
    db.insert(engagement)
      .values({
        ...columns,
        id: created,
        organizationId: organizationIds[0] ?? null,
        createdBy: actor.id,
        createdAt: at,
        updatedAt: at,
      })
      .run();
    for (const [position, organizationId] of organizationIds.entries()) {
      db.insert(engagementOrganization).values({ engagementId: created, organizationId, position }).run();
    }
    audit("engagement_created", {
      targetType: "engagement",
      targetId: created,
      organizationId: organizationIds[0] ?? null,
      details: { after: { ...columns, organizationIds } },
    });
    return created;
  });
  stage.remember("engagement", title, id);
}

/** Adds a note, and tells the engagement's creator and those who wrote a note before, but never the writer. */
function addNote(stage: Stage, { title }: Engagement, by: string, body: string): Promise<void> {
  const engagementId = stage.idOf("engagement", title);
  return stage.write(by, ({ services: { db, newId }, actor, at, now, audit }) => {
    const creators = db
      .select({ id: engagement.createdBy })
      .from(engagement)
      .where(eq(engagement.id, engagementId))
      .all();
    const authors = db
      .select({ id: engagementNote.authorId })
      .from(engagementNote)
      .where(eq(engagementNote.engagementId, engagementId))
      .all();
    const concerned = new Set([...creators, ...authors].map((row) => row.id));
    concerned.delete(actor.id);
    const id = newId();
    db.insert(engagementNote).values({ id, engagementId, authorId: actor.id, body, createdAt: at }).run();
    const notice = {
      kind: "ENGAGEMENT_UPDATE",
      title: `Note on ${title}`,
      body: `${actor.name} wrote: ${body}`,
      linkUrl: null,
      tags: [],
    } as const;
    deliverTo(db, [...concerned], notice, now);
    audit("engagement_note_created", {
      targetType: "engagement_note",
      targetId: id,
      details: { after: { engagementId } },
    });
  });
}
