import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { addAnnouncementAttachments } from "~/domain/announcement/add-attachments.server";
import { deleteAnnouncement } from "~/domain/announcement/delete.server";
import { publishAnnouncement } from "~/domain/announcement/publish.server";
import { updateAnnouncement } from "~/domain/announcement/update.server";
import { performWithFiles } from "./uploads";

interface Announcement {
  at: Past;
  by: string;
  title: string;
  body: string;
  /** File names. The extension decides the format. */
  files?: readonly string[];
  /** Only a draft, or when it will be published. */
  state?: "draft" | { publishesInDays: number; time: string };
  /** The tags of the organizations that are notified; everyone without them. */
  audienceTags?: string;
  /** When and how it was retired. */
  retired?: { at: Past; how: "unpublished" | "deleted" };
}

/** Files are attached 10 minutes after the text. */
const ATTACHED_DAYS = 10 / (24 * 60);

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
    body: "Our reviewers asked for three things:\n\n1. Say **what was measured** and by whom.\n2. Say **what does not work yet**.\n3. Keep to eight pages.\n\nA paper that does the first two may ignore the third.\n\n# Where to begin\n\nThe outline below has a heading for each. The agency's [guide to white papers](https://www.otp.example/guides/white-papers) explains what reviewers look for, and forum@otp.gov.example answers questions.\n\n> A paper that says what failed saves us both a meeting.",
    files: ["white-paper-outline.docx"],
  },
  {
    at: [112, "13:30"],
    by: "daniel.whitcomb@otp.gov.example",
    title: "Results of the winter counter-UAS trial are available to participants",
    body: "Participants of the winter trial at Yuma can ask the test director for their own results. Results are not passed on to other participants.",
    files: ["winter-trial-overview.pdf", "detections-by-day.png"],
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
    files: ["forum-agenda.pdf", "travel-and-access.txt"],
  },
  {
    at: [1, "19:00"],
    by: PRIYA,
    title: "Reminder: the deadline for forum demonstrations is near",
    body: "Slots are given in the sequence of the reviews, not of the submissions. A short description with a photograph does better than a long one without.",
  },
  {
    at: [4, "15:00"],
    by: MARCUS,
    title: "Spring Industry Forum: the program of the second day",
    body: "The second day belongs to you.\n\n- **9:00** Demonstrations, first group\n- **11:00** One-on-one meetings\n- **14:00** Demonstrations, second group\n\nBring one slide. The room has a screen, power and *no* network.",
    state: { publishesInDays: 6, time: "14:00" },
    audienceTags: "counter-uas, autonomy, radar",
    files: ["forum-program.pdf"],
  },
  {
    at: [2, "16:30"],
    by: PRIYA,
    title: "How we will measure our answers next year",
    body: "# What changes\n\nFrom January we publish how many days an answer took, for each call.\n\n# What stays\n\nThe promise of each call. Figures to be added before this is published.",
    state: "draft",
  },
];

/** Publishes announcements with their files, and retires some. */
export function announcementActs({ ago, after, day }: Times): StageAct[] {
  return ANNOUNCEMENTS.flatMap((published): StageAct[] => {
    const { at, by, title, body, files = [], retired, state, audienceTags } = published;
    const acts: StageAct[] = [
      {
        at: ago(at),
        what: `announcement "${title}"`,
        async perform(stage) {
          const { id } = await stage.perform(publishAnnouncement, by, {
            title,
            body,
            ...(state === "draft" && { status: "DRAFT" }),
            ...(typeof state === "object" && {
              status: "SCHEDULED",
              publishesAt: `${day(state.publishesInDays)}T${state.time}:00Z`,
            }),
            ...(audienceTags && { audience: "TAGS", audienceTags }),
          });
          stage.remember("announcement", title, id);
        },
      },
    ];
    if (files.length > 0) {
      acts.push({
        at: after(at, ATTACHED_DAYS),
        what: `files of "${title}"`,
        perform: (stage) => attach(stage, published),
      });
    }
    if (retired) {
      acts.push({
        at: ago(retired.at),
        what: `announcement "${title}" ${retired.how}`,
        perform(stage) {
          const id = stage.idOf("announcement", title);
          return retired.how === "deleted"
            ? stage.perform(deleteAnnouncement, by, { id })
            : stage.perform(updateAnnouncement, by, { id, published: false });
        },
      });
    }
    return acts;
  });
}

function attach(stage: Stage, { title, body, by, files = [] }: Announcement): Promise<unknown> {
  const author = "Office of Technology Partnerships";
  const sections = [{ heading: "What it is about", paragraphs: body.split("\n\n") }];
  const document = { title, author, date: stage.services.clock(), sections };
  const sent = files.map((fileName) => ({ fileName, document }));
  const value = { id: stage.idOf("announcement", title) };
  return performWithFiles(stage, addAnnouncementAttachments, by, value, { field: "files", sent });
}
