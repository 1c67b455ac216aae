import * as z from "zod";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { namedCommand } from "~/domain/command/responses";
import { attachment, instant, named, noteFields } from "~/values/responses";

const example = {
  id: "019cb3d0-6e21-7f4a-95c8-1d2e3f405162",
  title: "Demonstration of passive sensors",
  type: "DEMO",
  status: "COMPLETED",
  date: "2026-03-12T00:00:00.000Z",
  startTime: "09:00",
  endTime: "11:30",
  location: "Arlington, VA",
  onlineLink: "",
  summary: "Two sensors were shown at the range.",
  organizationId: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
  otherOrganization: "",
  commandId: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097",
  command: { id: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097", name: "Naval Systems Command", abbreviation: "NSC" },
  createdBy: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
  createdAt: "2026-03-02T15:00:00.000Z",
  updatedAt: "2026-03-13T09:12:44.310Z",
  organizations: [{ id: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8", name: "Acme Robotics" }],
  attendees: [{ id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" }],
};

export const engagement = z
  .object({
    id: z.string(),
    title: z.string(),
    type: z.enum(ENGAGEMENT_TYPES),
    status: z.enum(ENGAGEMENT_STATUSES),
    date: instant.meta({ description: "The start of the day, in UTC." }),
    startTime: z
      .string()
      .nullable()
      .meta({ description: "HH:MM on that day, in the agency's time zone. Null if it is not set." }),
    endTime: z.string().nullable(),
    location: z.string().meta({ description: "Empty if unknown." }),
    onlineLink: z.string().meta({ description: "The address of a video meeting, or empty text." }),
    summary: z.string().meta({ description: "Empty if unknown." }),
    organizationId: z.string().nullable().meta({
      description: "The primary organization. Null if no registered organization took part.",
    }),
    otherOrganization: z
      .string()
      .meta({ description: "The name of a participant that is not registered, or empty text." }),
    commandId: z.string().meta({ description: "The command that owns the engagement." }),
    command: namedCommand,
    createdBy: named,
    createdAt: instant,
    updatedAt: instant.meta({ description: "Changes also when a note or file is added or deleted." }),
    organizations: z
      .array(named)
      .meta({ description: "The organizations that took part, in the order they were selected." }),
    attendees: z.array(named).meta({ description: "The government users who take part, by name." }),
  })
  .meta({ id: "Engagement", description: "A meeting or event with industry.", examples: [example] });
export type Engagement = z.infer<typeof engagement>;

const exampleNote = {
  id: "019cb3f2-0b44-7d68-8c1a-7e6f5d4c3b2a",
  body: "Follow up on the range figures.",
  createdAt: "2026-03-12T17:20:00.000Z",
  author: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
};

const engagementNote = z
  .object(noteFields)
  .meta({ id: "EngagementNote", description: "A note on an engagement.", examples: [exampleNote] });

const exampleTask = {
  id: "019cb401-5d1a-7c33-8e90-4b2a1c0d9e8f",
  text: "Send the range figures",
  owner: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
  dueDate: "2026-03-20",
  doneAt: null,
  doneBy: null,
  createdAt: "2026-03-12T17:25:00.000Z",
};

const engagementTask = z
  .object({
    id: z.string(),
    text: z.string(),
    owner: named,
    dueDate: z.iso.date(),
    doneAt: instant.nullable().meta({ description: "Null while it is open." }),
    doneBy: named.nullable(),
    createdAt: instant,
  })
  .meta({ id: "EngagementTask", description: "A follow-up task of an engagement.", examples: [exampleTask] });
export type EngagementTask = z.infer<typeof engagementTask>;

export const engagementWithNotes = engagement
  .extend({
    tasks: z.array(engagementTask).meta({ description: "Open ones by due date, then those that are done." }),
    notes: z.array(engagementNote).meta({ description: "Oldest first." }),
    attachments: z.array(attachment).meta({ description: "Oldest first." }),
  })
  .meta({
    id: "EngagementRecord",
    description: "An engagement with its tasks, notes and files.",
    examples: [{ ...example, tasks: [exampleTask], notes: [exampleNote], attachments: [] }],
  });

const { command: _command, organizations: _organizations, attendees: _attendees, ...exampleFields } = example;

/** An engagement in GET /api/export/all. */
export const exportedEngagement = engagement
  .omit({ command: true, organizations: true, attendees: true })
  .extend({
    createdBy: z.string().meta({ description: "The user who recorded the engagement." }),
    organizationIds: z.array(z.string()).meta({
      description: "The organizations that took part, in the order they were selected.",
    }),
    attendeeIds: z.array(z.string()).meta({ description: "The government users who take part." }),
    tasks: z.array(z.string()).meta({
      description: "The follow-up tasks by due date, each as a line: the due date, `OPEN` or `DONE`, and the text.",
    }),
  })
  .meta({
    id: "ExportedEngagement",
    description: "An engagement in an export.",
    examples: [
      {
        ...exampleFields,
        createdBy: example.createdBy.id,
        organizationIds: example.organizations.map(({ id }) => id),
        attendeeIds: example.attendees.map(({ id }) => id),
        tasks: ["2026-03-20 OPEN: Send the range figures"],
      },
    ],
  });
