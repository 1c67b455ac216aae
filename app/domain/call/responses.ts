import * as z from "zod";
import { CALL_STATUSES, NOTICE_TYPES, SET_ASIDES } from "#db/enumerations";
import { LIMITS } from "~/values/limits";
import { emailAddress, instant, named, tagList } from "~/values/responses";

const text = z.string().nullable();
const status = z.enum(CALL_STATUSES).meta({
  description:
    "The effective status: a PENDING call is OPEN once its release time has passed. An open call stays OPEN after its last day, but takes no more submissions.",
});

const example = {
  id: "019cb0a4-52f6-7c81-b3d9-4e6a7f8091c2",
  title: "Counter-UAS sensors for expeditionary sites",
  description: "We seek passive sensors that find and classify small unmanned aircraft.",
  techTags: "counter-uas,sensors",
  closesAt: "2026-04-30T23:59:59.999Z",
  questionsDueAt: "2026-04-10T23:59:59.999Z",
  releasesAt: null,
  solicitationNumber: "W912CH-26-R-0042",
  noticeType: "SOURCES_SOUGHT",
  setAside: "SMALL_BUSINESS",
  naicsCode: "334511",
  classificationCode: "5840",
  additionalInfoLink: "https://example.com/counter-uas",
  pocName: "Jordan Reyes",
  pocTitle: "Contracting officer",
  pocEmail: "jordan.reyes@example.com",
  pocPhone: "+1 703 555 0142",
  secondaryPocName: null,
  secondaryPocEmail: null,
  secondaryPocPhone: null,
  officeName: "Rapid Capabilities Office",
  officeCity: "Arlington",
  officeState: "VA",
  officeZip: "22202",
  officeCountry: "USA",
  popCity: null,
  popState: null,
  popZip: null,
  popCountry: null,
  answerWithinDays: 20,
  createdAt: "2026-03-02T15:00:00.000Z",
  updatedAt: "2026-03-02T15:00:00.000Z",
  status: "OPEN",
  author: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
};

export const call = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    techTags: tagList,
    status,
    closesAt: instant.nullable().meta({ description: "The end of the last day, in UTC, or null without a deadline." }),
    questionsDueAt: instant.nullable().meta({ description: "The end of that day, in UTC." }),
    releasesAt: instant.nullable().meta({ description: "When a scheduled call opens or opened." }),
    solicitationNumber: text,
    noticeType: z.enum(NOTICE_TYPES).nullable(),
    setAside: z.enum(SET_ASIDES).nullable(),
    naicsCode: text.meta({ description: "Six digits." }),
    classificationCode: text.meta({ description: "Product and service code (PSC): four letters and digits." }),
    additionalInfoLink: text,
    pocName: text,
    pocTitle: text,
    pocEmail: emailAddress.nullable(),
    pocPhone: text,
    secondaryPocName: text,
    secondaryPocEmail: emailAddress.nullable(),
    secondaryPocPhone: text,
    officeName: text,
    officeCity: text,
    officeState: text,
    officeZip: text,
    officeCountry: text,
    popCity: text.meta({ description: "The place of performance, like the other fields that start with `pop`." }),
    popState: text,
    popZip: text,
    popCountry: text,
    answerWithinDays: z.int().min(0).max(LIMITS.answerWithinDays).nullable().meta({
      description:
        "Working days within which submissions to this call are promised an answer. 0 promises none. Null: the agency's own number applies.",
    }),
    createdAt: instant,
    updatedAt: instant,
    author: named,
  })
  .meta({ id: "Call", description: "A call for technology as government users see it.", examples: [example] });
export type Call = z.infer<typeof call>;

export const callWithCounts = call
  .extend({
    counts: z.object({
      submissions: z.int().min(0).meta({ description: "Submissions to the call, except archived ones." }),
    }),
  })
  .meta({
    id: "CallRecord",
    description: "A call with its number of submissions.",
    examples: [{ ...example, counts: { submissions: 7 } }],
  });

/** The response to moving or editing a call. */
export const callStatus = z.object({ id: z.string(), status });

/** GET /api/portal/calls. */
export const openCall = call
  .pick({ id: true, title: true, description: true, techTags: true, status: true, closesAt: true })
  .meta({
    id: "OpenCall",
    description: "A call for technology that takes submissions, as the public sees it.",
    examples: [
      {
        id: "019cb0a4-52f6-7c81-b3d9-4e6a7f8091c2",
        title: "Counter-UAS sensors for expeditionary sites",
        description: "We seek passive sensors that find and classify small unmanned aircraft.",
        techTags: "counter-uas,sensors",
        status: "OPEN",
        closesAt: "2026-04-30T23:59:59.999Z",
      },
    ],
  });

const { author: exampleAuthor, ...exampleFields } = example;

/** A call in GET /api/export/all. */
export const exportedCall = call
  .omit({ author: true })
  .extend({ authorId: z.string() })
  .meta({
    id: "ExportedCall",
    description: "A call in an export.",
    examples: [{ ...exampleFields, authorId: exampleAuthor.id }],
  });

/** GET and PUT /api/portal/calls/<id>/follow. */
export const callFollowing = z.object({ following: z.boolean() });
