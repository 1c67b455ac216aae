import { eq } from "drizzle-orm";
import { announcement } from "#db/schema";
import { announcementNotice } from "~/domain/announcement/rules";
import { deliverToIndustry } from "~/routing/deliver.server";
import type { Stage, StageAct } from "./stage";
import type { Past, Times } from "./timeline";

interface Announcement {
  at: Past;
  by: string;
  title: string;
  body: string;
  /** When and how it was taken back. */
  retired?: { at: Past; how: "unpublished" | "deleted" };
}

const MARCUS = "marcus.oyelaran@otp.gov.example";
const PRIYA = "priya.raghunathan@otp.gov.example";

const ANNOUNCEMENTS: readonly Announcement[] = [
  {
    at: [157, "13:00"],
    by: PRIYA,
    title: "The Industry Portal is open",
    body: "Organizations may register, describe what they do and send capability documents at any time, with or without a call. Documents are routed by their tags to the people who follow that technology. You will be told here when yours was reviewed.\n\nThere is no fee, and registering is not a condition of doing business with the government.",
  },
  {
    at: [135, "14:00"],
    by: MARCUS,
    title: "What makes a white paper easy to review",
    body: "Our reviewers asked for three things: say what was measured and by whom; say what does not work yet; keep to eight pages. A paper that does the first two may ignore the third.",
  },
  {
    at: [112, "13:30"],
    by: "daniel.whitcomb@otp.gov.example",
    title: "Results of the winter counter-UAS trial are available to participants",
    body: "Participants of the winter trial at Yuma can ask the test director for their own results. Results are not passed on to other participants.",
  },
  {
    at: [86, "16:00"],
    by: PRIYA,
    title: "Portal unavailable on Saturday morning",
    body: "The portal will not be available on Saturday from 06:00 to 08:00 Eastern while its server is moved.",
    retired: { at: [80, "13:00"], how: "unpublished" },
  },
  {
    at: [48, "15:00"],
    by: "ingrid.sorensen-blackwood@otp.gov.example",
    title: "Quantum Sensing Laboratory: open days in Boulder",
    body: "The laboratory receives visitors on the first Thursday of each month. Bring hardware if you can: there is a vibration table, a magnetic shield of 2 m and a van. Citizens of partner nations need three weeks for access.",
  },
  {
    at: [26, "14:00"],
    by: MARCUS,
    title: "Spring Industry Forum: date (superseded)",
    body: "The date in this announcement was wrong. Please see the announcement that follows it.",
    retired: { at: [26, "14:25"], how: "deleted" },
  },
  {
    at: [25, "13:00"],
    by: MARCUS,
    title: "Spring Industry Forum: registration opens, and a call for demonstrations follows",
    body: "The forum takes place in Arlington over two days. The first belongs to the directorates, who say what they need; the second to you. A call for demonstrations opens within the week.\n\nLes organisations étrangères sont les bienvenues; foreign organizations are welcome, and need to register three weeks ahead.",
  },
  {
    at: [1, "19:00"],
    by: PRIYA,
    title: "Reminder: the deadline for forum demonstrations is near",
    body: "Slots are given in the sequence of the reviews, not of the submissions. A short description with a photograph does better than a long one without.",
  },
];

/** Announcements, with what became of them. */
export function announcementActs({ ago }: Times): StageAct[] {
  return ANNOUNCEMENTS.flatMap((published): StageAct[] => {
    const { at, by, title, body, retired } = published;
    const publishing: StageAct = {
      at: ago(at),
      what: `announcement "${title}"`,
      async perform(stage) {
        stage.remember("announcement", title, await publish(stage, by, { title, body }));
      },
    };
    if (!retired) return [publishing];
    const retiring: StageAct = {
      at: ago(retired.at),
      what: `announcement "${title}" ${retired.how}`,
      perform(stage) {
        const id = stage.idOf("announcement", title);
        return retired.how === "deleted" ? remove(stage, by, id) : unpublish(stage, by, id);
      },
    };
    return [publishing, retiring];
  });
}

function publish(stage: Stage, by: string, { title, body }: { title: string; body: string }): Promise<string> {
  return stage.write(by, ({ services: { db, newId }, actor, at, now, audit }) => {
    const id = newId();
    db.insert(announcement).values({ id, title, body, authorId: actor.id, createdAt: at, updatedAt: at }).run();
    const notified = deliverToIndustry(db, announcementNotice({ id, title, body }), now);
    audit("announcement_published", { targetType: "announcement", targetId: id, details: { title, notified } });
    return id;
  });
}

function unpublish(stage: Stage, by: string, id: string): Promise<void> {
  return stage.write(by, ({ services: { db }, at, audit }) => {
    db.update(announcement).set({ published: false, updatedAt: at }).where(eq(announcement.id, id)).run();
    const details = { before: { published: true }, after: { published: false } };
    audit("announcement_updated", { targetType: "announcement", targetId: id, details });
  });
}

function remove(stage: Stage, by: string, id: string): Promise<void> {
  return stage.write(by, ({ services: { db }, at, audit }) => {
    db.update(announcement).set({ deletedAt: at, updatedAt: at }).where(eq(announcement.id, id)).run();
    audit("announcement_deleted", { targetType: "announcement", targetId: id });
  });
}
