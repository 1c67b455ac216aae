import type { Engagement } from "~/demo/stage/rows";
import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { MEETINGS } from "~/demo/tables/meetings";
import { addEngagementAttachments } from "~/domain/engagement/add-attachments.server";
import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { addEngagementTask } from "~/domain/engagement/add-task.server";
import { createEngagement } from "~/domain/engagement/create.server";
import { updateEngagementTask } from "~/domain/engagement/update-task.server";
import { performWithFiles } from "./uploads";

/** Files and tasks are added an hour after the record. */
const FILED_DAYS = 1 / 24;

/** Records engagements with their notes and files. */
export function engagementActs({ ago, day, after }: Times): StageAct[] {
  return MEETINGS.flatMap((meeting): StageAct[] => {
    const { title, recordedAt, notes = [], files, tasks = [] } = meeting;
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
      ...tasks.map(
        (task): StageAct => ({
          at: after(recordedAt, FILED_DAYS),
          what: `task of "${title}"`,
          async perform(stage) {
            const { text, owner } = task;
            const sent = { id: idOf(stage), text, ownerId: stage.idOf("user", owner), dueDate: day(task.dueInDays) };
            const { id } = await stage.perform(addEngagementTask, meeting.by, sent);
            stage.remember("task", text, id);
          },
        }),
      ),
      ...tasks.flatMap(({ text, owner, doneAt }): StageAct[] =>
        doneAt
          ? [
              {
                at: ago(doneAt),
                what: `task "${text}" done`,
                perform: (stage) => {
                  const done = { id: idOf(stage), taskId: stage.idOf("task", text), done: true };
                  return stage.perform(updateEngagementTask, owner, done);
                },
              },
            ]
          : [],
      ),
      ...(files
        ? [{ at: after(recordedAt, FILED_DAYS), what: `files of "${title}"`, perform: attach(meeting, files) }]
        : []),
    ];
  });
}

async function record(stage: Stage, meeting: Engagement, date: string): Promise<void> {
  const { title, type, status, location, summary, otherOrganization, startTime, endTime, onlineLink } = meeting;
  const { id } = await stage.perform(createEngagement, meeting.by, {
    ...{ title, type, status, date, location, summary, otherOrganization, startTime, endTime, onlineLink },
    attendeeIds: (meeting.attendees ?? []).map((email) => stage.idOf("user", email)),
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
