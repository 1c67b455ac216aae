import { type Document, writeDocument } from "~/demo/formats/document";
import { readPaper } from "~/demo/papers/paper";
import type { Submission } from "~/demo/stage/rows";
import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { AIR_AND_GROUND } from "~/demo/tables/air-and-ground";
import { CYBER_AND_SPACE } from "~/demo/tables/cyber-and-space";
import { MAKING_AND_PEOPLE } from "~/demo/tables/making-and-people";
import { MARCUS } from "~/demo/tables/reviewers";
import { createSubmission } from "~/domain/submission/create.server";
import { downloadSubmissionFile } from "~/domain/submission/download-file.server";
import { rerouteSubmissions } from "~/domain/submission/reroute.server";
import { setSubmissionStatus } from "~/domain/submission/set-status.server";
import { organizationNameOf } from "./colleagues";
import { performWithFiles } from "./uploads";

export const SUBMISSIONS: readonly Submission[] = [...AIR_AND_GROUND, ...CYBER_AND_SPACE, ...MAKING_AND_PEOPLE];

/** When the routing ran again, after someone chose tags that nobody had followed before. */
const REROUTED: Past = [95, "13:15"];
/** A reviewer opens the file 25 minutes before the review. */
const READING_DAYS = 25 / (24 * 60);

/** Sends submissions, reviews or archives some, and reruns the routing once. */
export function submissionActs({ ago, after }: Times): StageAct[] {
  const acts = SUBMISSIONS.flatMap((submission): StageAct[] => {
    const { at, title, file, reviewed, archived } = submission;
    const acts: StageAct[] = [
      { at: ago(at), what: `submission "${title}"`, perform: (stage) => submit(stage, submission) },
    ];
    if (reviewed) {
      const { by, afterDays } = reviewed;
      if (file) {
        acts.push({
          at: after(at, afterDays - READING_DAYS),
          what: `reading of "${title}"`,
          perform: (stage) => readFile(stage, by, title),
        });
      }
      acts.push({
        at: after(at, afterDays),
        what: `review of "${title}"`,
        perform: (stage) =>
          stage.perform(setSubmissionStatus, by, { id: stage.idOf("submission", title), status: "REVIEWED" }),
      });
    }
    if (archived) {
      acts.push({
        at: after(at, archived.afterDays),
        what: `archival of "${title}"`,
        perform: (stage) =>
          stage.perform(setSubmissionStatus, archived.by, { id: stage.idOf("submission", title), status: "ARCHIVED" }),
      });
    }
    return acts;
  });
  return [
    ...acts,
    { at: ago(REROUTED), what: "reroute", perform: (stage) => stage.perform(rerouteSubmissions, MARCUS, {}) },
  ];
}

async function submit(stage: Stage, submission: Submission): Promise<void> {
  const { by, type, title, summary, techTags, call, file } = submission;
  const fields = { type, title, summary, techTags, ...(call && { callId: stage.idOf("call", call) }) };
  const document = documentOf(submission, stage.services.clock());
  const sent = file === undefined ? [] : [{ fileName: file, document }];
  const { id } = await performWithFiles(stage, createSubmission, by, fields, { field: "file", sent });
  stage.remember("submission", title, id);
}

/** What a submission's file says. */
export function documentOf({ by, title, summary, paper }: Submission, date: Date): Document {
  return writeDocument(
    { title, summary, author: organizationNameOf(by), date },
    paper === undefined ? undefined : readPaper(paper),
  );
}

async function readFile(stage: Stage, by: string, title: string): Promise<void> {
  const { file } = await stage.perform(downloadSubmissionFile, by, { id: stage.idOf("submission", title) });
  await file.stream.cancel();
}
