import type { Engagement } from "~/demo/stage/rows";
import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { MEETINGS } from "~/demo/tables/meetings";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { createEngagement } from "~/domain/engagement/create.server";
import { performWithFiles } from "./uploads";

/** Files are attached an hour after the record. */
const FILED_DAYS = 1 / 24;

/** Records engagements with their notes and files. */
export function engagementActs({ ago, day, after }: Times): StageAct[] {
  return MEETINGS.flatMap((meeting): StageAct[] => {
    const { title, recordedAt, notes = [], files } = meeting;
    const idOf = (stage: Stage) => stage.idOf("engagement", title);
    return [
      {
        at: ago(recordedAt),
        what: `engagement "${title}"`,
        perform: (stage) => record(stage, meeting, day(meeting.inDays)),
      },
      ...notes.map(
        ({ at, by, body }): StageAct => ({
          at: ago(at),
          what: `note on "${title}"`,
          perform: (stage) => stage.perform(addEngagementNote, by, { id: idOf(stage), body }),
        }),
      ),
      ...(files
        ? [{ at: after(recordedAt, FILED_DAYS), what: `files of "${title}"`, perform: attach(meeting, files) }]
        : []),
    ];
  });
}

async function record(stage: Stage, meeting: Engagement, date: string): Promise<void> {
  const { title, type, status, location, summary, otherOrganization } = meeting;
  const { id } = await stage.perform(createEngagement, meeting.by, {
    ...{ title, type, status, date, location, summary, otherOrganization },
    organizationIds: meeting.organizations.map((key) => stage.idOf("organization", key)),
    commandId: stage.idOf("command", meeting.command),
  });
  stage.remember("engagement", title, id);
}

function attach({ title, summary, by }: Engagement, fileNames: readonly string[]) {
  return (stage: Stage) => {
    const sections = [{ heading: "Minutes", paragraphs: summary.split("\n\n") }];
    const document = { title, author: "Office of Technology Partnerships", date: stage.services.clock(), sections };
    const sent = fileNames.map((fileName) => ({ fileName, document }));
    const value = { id: stage.idOf("engagement", title) };
    return performWithFiles(stage, addEngagementAttachments, by, value, { field: "files", sent });
  };
}
