import * as z from "zod";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { listFilters, paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import {
  day,
  identifier,
  identifiers,
  line,
  name,
  oneOf,
  optional,
  paragraphs,
  timeOfDay,
  webAddress,
} from "~/values/text";
import { commandIdentifier } from "../command/schema";
import { END_BEFORE_START, endsTooEarly, isMonth, MONTH } from "./rules";

const organizationIds = identifiers(
  LIMITS.engagementOrganizations,
  `Choose at most ${LIMITS.engagementOrganizations} organizations`,
);

const attendeeIds = identifiers(LIMITS.engagementAttendees, `Choose at most ${LIMITS.engagementAttendees} people`);

const example = {
  title: "Demonstration of passive sensors",
  type: "DEMO",
  status: "PLANNED",
  date: "2026-03-12",
  commandId: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097",
  startTime: "09:00",
  endTime: "11:30",
  location: "Arlington, VA",
  onlineLink: "",
  attendeeIds: ["019b1f44-0a6e-7b93-a1d2-5c7e8f904b16"],
  organizationIds: ["019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8"],
  otherOrganization: "",
  summary: "Two sensors are shown at the range.",
};

/** For a rule on some fields: reports it with the errors of other fields, but not if these themselves could not be read. */
const whenRead =
  (...fields: PropertyKey[]) =>
  ({ issues }: { issues: readonly { path?: PropertyKey[] | undefined }[] }) =>
    !issues.some(({ path }) => fields.includes(path?.[0] ?? ""));

/** POST /api/gov/engagements. At least one registered organization, or the name of another, must take part. */
export const newEngagementSchema = z
  .object({
    title: line(1, 200),
    type: oneOf(ENGAGEMENT_TYPES),
    status: oneOf(ENGAGEMENT_STATUSES),
    date: day,
    commandId: commandIdentifier.meta({ description: "The command that owns the engagement." }),
    startTime: optional(timeOfDay).meta({
      description: "The time of the day in the agency's time zone (HH:MM). It stays the same when the clocks change.",
    }),
    endTime: optional(timeOfDay).meta({ description: "Later than `startTime`, on the same day." }),
    location: optional(line(1, 200)),
    onlineLink: optional(webAddress).meta({ description: "The address of a video meeting." }),
    attendeeIds: attendeeIds
      .nullable()
      .optional()
      .meta({
        description: `Up to ${LIMITS.engagementAttendees} active government users who take part. People who are added are notified.`,
      }),
    organizationIds: organizationIds
      .nullable()
      .optional()
      .meta({
        description: `Up to ${LIMITS.engagementOrganizations} organizations that took part. The service keeps the order and removes duplicates. Without \`otherOrganization\`, send at least one.`,
      }),
    otherOrganization: optional(name(1, 200)).meta({
      description: "The name of a participant that is not registered. Required if `organizationIds` is empty.",
    }),
    summary: optional(paragraphs(1, 4000)),
  })
  .refine((engagement) => (engagement.organizationIds ?? []).length > 0 || engagement.otherOrganization, {
    path: ["organizationIds"],
    error: "Choose an organization, or name another participant",
    params: { code: "required" },
    when: whenRead("organizationIds", "otherOrganization"),
  })
  .refine(({ startTime, endTime }) => !endsTooEarly(startTime, endTime), {
    path: ["endTime"],
    error: END_BEFORE_START,
    params: { code: "out_of_range" },
    when: whenRead("startTime", "endTime"),
  })
  .meta({ examples: [example] });

/** PATCH …/<id>: the same fields. Optional fields that are not sent stay as they are; empty ones are cleared. */
export const engagementChangeSchema = newEngagementSchema
  .safeExtend({ id: z.string() })
  .meta({ examples: [{ ...example, status: "FOLLOW_UP" }] });

/** POST …/<id>/notes. */
export const newEngagementNoteSchema = z
  .object({ id: z.string(), body: paragraphs(1, 4000) })
  .meta({ examples: [{ body: "Follow up on the range figures." }] });

const exampleTask = {
  text: "Send the range figures",
  ownerId: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16",
  dueDate: "2026-03-20",
};

const taskFields = {
  text: line(1, 300).meta({ description: "What to do." }),
  ownerId: identifier().meta({ description: "The active government user who does it. Cannot be a read-only user." }),
  dueDate: day,
};

/** POST …/<id>/tasks. */
export const newEngagementTaskSchema = z.object({ id: z.string(), ...taskFields }).meta({ examples: [exampleTask] });

/** The path of a task. */
export const engagementTaskSchema = z.object({ id: z.string(), taskId: z.string() });

/** PATCH …/<id>/tasks/<taskId>. Fields that are not sent stay as they are. */
export const engagementTaskChangeSchema = engagementTaskSchema
  .extend({
    text: taskFields.text.optional(),
    ownerId: taskFields.ownerId.optional(),
    dueDate: taskFields.dueDate.optional(),
    done: z.boolean("Send true or false").optional().meta({ description: "Whether it is done." }),
  })
  .meta({ examples: [{ done: true }] });

/** GET /api/gov/engagements. */
export const engagementListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(ENGAGEMENT_STATUSES).optional(),
  type: oneOf(ENGAGEMENT_TYPES).optional(),
  commandId: commandIdentifier.optional(),
  organizationId: identifier().optional().meta({ description: "An organization that took part." }),
  month: z
    .string()
    .refine(isMonth, "Enter a month, such as 2026-03")
    .optional()
    .meta({ pattern: MONTH.source, description: "A month, such as 2026-03." }),
  from: day.optional().meta({ description: "The first day to include." }),
  to: day.optional().meta({ description: "The last day to include." }),
  q: listFilters.q,
  updatedSince: listFilters.updatedSince,
  sort: sortedBy(["date", "createdAt", "updatedAt", "title"], "-date"),
});
