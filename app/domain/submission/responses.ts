import * as z from "zod";
import {
  MATCH_DELIVERIES,
  MATCH_REASONS,
  OUTCOMES,
  REVIEW_DELIVERIES,
  SUBMISSION_STATUSES,
  SUBMISSION_TYPES,
} from "#db/enumerations";
import { emailAddress, instant, named, tagList } from "~/values/responses";
import { SETTABLE_STATUSES } from "./rules";

const reviewDelivery = z.enum(REVIEW_DELIVERIES).nullable().meta({
  description:
    "Whether the service notified the submitter of the review: NOTIFIED, DISABLED (they turned off such notifications) or DEACTIVATED (their account was deactivated). Null before the review, and for reviews older than this field.",
});

const submissionFields = {
  id: z.string(),
  type: z.enum(SUBMISSION_TYPES),
  status: z.enum(SUBMISSION_STATUSES),
  title: z.string(),
  summary: z.string(),
  fileName: z
    .string()
    .nullable()
    .meta({ description: "The name of the file at `/api/portal/submissions/{id}/file`, or null without a file." }),
  techTags: tagList,
  callId: z.string().nullable().meta({ description: "The call that the submission responds to, if any." }),
  answerBy: z.iso.date().nullable().meta({
    description:
      "The last day of the answer that was promised when the submission arrived, in the agency's time zone. Null if none was promised. Working days that end while the government waits for the submitter's answer move the day.",
  }),
  createdAt: instant,
  updatedAt: instant,
};

const exampleSubmission = {
  id: "019cb1c8-27d5-7b60-a4f3-8091a2b3c4d5",
  type: "WHITE_PAPER",
  status: "ROUTED",
  title: "Passive acoustic sensing of small aircraft",
  summary: "How arrays of microphones find and classify small unmanned aircraft.",
  fileName: "passive-acoustic-sensing.pdf",
  techTags: "counter-uas,sensors",
  callId: "019cb0a4-52f6-7c81-b3d9-4e6a7f8091c2",
  answerBy: "2026-03-30",
  createdAt: "2026-03-02T15:00:00.000Z",
  updatedAt: "2026-03-02T15:00:00.000Z",
};

const example = {
  ...exampleSubmission,
  organization: { id: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8", name: "Acme Robotics" },
};

export const submission = z
  .object({ ...submissionFields, organization: named.meta({ description: "The organization that submitted it." }) })
  .meta({ id: "Submission", description: "A submission as government users see it.", examples: [example] });
export type Submission = z.infer<typeof submission>;

const person = named.extend({ email: emailAddress });

const exampleMatch = {
  user: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes", email: "jordan.reyes@example.com" },
  reason: "TAG",
  matchedTags: ["counter-uas"],
  delivery: "NOTIFIED",
  createdAt: "2026-03-02T15:00:00.000Z",
};

const submissionMatch = z
  .object({
    user: person,
    reason: z.enum(MATCH_REASONS).meta({
      description:
        "TAG: the user's interests include a tag of the submission or its call. CALL_AUTHOR: the user wrote the call, or took it over from someone who left.",
    }),
    matchedTags: z.array(z.string()),
    delivery: z.enum(MATCH_DELIVERIES).meta({
      description: "Whether the service notified the user, or why not.",
    }),
    createdAt: instant,
  })
  .meta({
    id: "SubmissionMatch",
    description: "A user that the submission was routed to, and why.",
    examples: [exampleMatch],
  });

export const submissionWithMatches = submission
  .extend({
    contentType: z
      .string()
      .nullable()
      .meta({ description: "The type of the file. `sizeBytes` and `sha256` also describe the file." }),
    sizeBytes: z.int().min(1).nullable(),
    sha256: z.string().nullable().meta({ description: "Hexadecimal." }),
    routedAt: instant.nullable(),
    reviewedAt: instant.nullable(),
    reviewDelivery,
    archivedAt: instant.nullable(),
    submittedBy: person,
    reviewedBy: named.nullable(),
    call: z.object({ id: z.string(), title: z.string() }).nullable(),
    matches: z.array(submissionMatch).meta({ description: "Sorted by the users' names." }),
  })
  .meta({
    id: "SubmissionRecord",
    description: "A submission with its routing and review.",
    examples: [
      {
        ...example,
        contentType: "application/pdf",
        sizeBytes: 524_288,
        sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        routedAt: "2026-03-02T15:00:00.000Z",
        reviewedAt: null,
        reviewDelivery: null,
        archivedAt: null,
        submittedBy: {
          id: "019b2c57-1f0e-7c39-9b52-d4e5f6071829",
          name: "Sam Okafor",
          email: "sam.okafor@acme.example.com",
        },
        reviewedBy: null,
        call: { id: "019cb0a4-52f6-7c81-b3d9-4e6a7f8091c2", title: "Counter-UAS sensors for expeditionary sites" },
        matches: [exampleMatch],
      },
    ],
  });

/** The response to reviewing or archiving a submission. */
export const submissionStatus = z.object({ id: z.string(), status: z.enum(SETTABLE_STATUSES) });

/** GET /api/portal/submissions. */
export const ownSubmission = z
  .object({
    ...submissionFields,
    answerNeeded: z.boolean().meta({
      description:
        "Whether the government asked a question that nobody of your organization has answered. Your next message answers it.",
    }),
    outcome: z
      .object({ outcome: z.enum(OUTCOMES), body: z.string(), sentAt: instant })
      .nullable()
      .meta({ description: "What the government answered. A later answer replaces it. Null if there is none yet." }),
  })
  .meta({
    id: "OwnSubmission",
    description: "A submission as its own organization sees it. Lists leave out archived ones.",
    examples: [
      {
        ...exampleSubmission,
        status: "REVIEWED",
        answerNeeded: false,
        outcome: {
          outcome: "MEETING_PROPOSED",
          body: "We would like to see the array at our range. Two dates follow by mail.",
          sentAt: "2026-03-09T14:30:00.000Z",
        },
      },
    ],
  });

/** POST /api/notifications/reroute. */
export const reroute = z.object({
  routed: z.int().min(0).meta({ description: "How many submissions now have a reviewer." }),
  totalMatches: z.int().min(0).meta({ description: "The total number of matches." }),
});

/** A submission in GET /api/export/all. */
export const exportedSubmission = z
  .object({
    ...submissionFields,
    organizationId: z.string(),
    submittedBy: z.string().meta({ description: "The user who submitted it." }),
    contentType: z
      .string()
      .nullable()
      .meta({ description: "The type of the file. `sizeBytes` also describes the file." }),
    sizeBytes: z.int().min(1).nullable(),
    routedAt: instant.nullable(),
    reviewedAt: instant.nullable(),
    reviewedBy: z.string().nullable().meta({ description: "The user who reviewed it." }),
    reviewDelivery,
    archivedAt: instant.nullable(),
    ownerId: z.string().nullable().meta({ description: "The reviewer who owns it." }),
    governmentTags: z.string().meta({ description: "The government's own tags, beside the submitter's `techTags`." }),
    outcome: z.enum(OUTCOMES).nullable().meta({ description: "What its submitter was answered, if anything." }),
    outcomeBody: z.string().nullable().meta({ description: "The text of that answer." }),
    outcomeSentAt: instant.nullable(),
    messages: z.array(z.string()).meta({
      description:
        "The messages between its reviewers and its organization, oldest first: the time, the side, and the text.",
    }),
  })
  .meta({
    id: "ExportedSubmission",
    description: "A submission in an export, archived or not.",
    examples: [
      {
        ...exampleSubmission,
        organizationId: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
        submittedBy: "019b2c57-1f0e-7c39-9b52-d4e5f6071829",
        contentType: "application/pdf",
        sizeBytes: 524_288,
        routedAt: "2026-03-02T15:00:00.000Z",
        reviewedAt: null,
        reviewedBy: null,
        reviewDelivery: null,
        archivedAt: null,
        ownerId: null,
        governmentTags: "",
        outcome: null,
        outcomeBody: null,
        outcomeSentAt: null,
        messages: ["2026-03-04T15:00:00.000Z GOVERNMENT: Which range did you measure?"],
      },
    ],
  });
