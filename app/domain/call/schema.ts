import * as z from "zod";
import { CALL_STATUSES, NOTICE_TYPES, SET_ASIDES } from "#db/enumerations";
import { listFilters, paging, searchedText, sortedBy } from "~/lists/paging";
import { choiceMessage } from "~/values/field-messages";
import { LIMITS } from "~/values/limits";
import {
  asciiText,
  code,
  dateTime,
  day,
  email,
  line,
  name,
  oneOf,
  optional,
  paragraphs,
  phone,
  tags,
  webAddress,
} from "~/values/text";

const text = optional(line(1, 255));
const workingDays = z.int().min(0).max(LIMITS.answerWithinDays);
const PROMISE_MESSAGE = `Enter a whole number from 0 to ${LIMITS.answerWithinDays}`;
const shownName = optional(name(1, 255));

/** A call's fields besides title and description, named as in SAM.gov's notices. */
const contentFields = {
  techTags: tags(400).nullable().optional(),
  closesAt: optional(day).meta({ description: "The last day for submissions. It ends at 23:59:59.999 UTC." }),
  questionsDueAt: optional(day),
  solicitationNumber: optional(line(1, 128)),
  noticeType: optional(oneOf(NOTICE_TYPES)),
  setAside: optional(oneOf(SET_ASIDES)),
  naicsCode: optional(asciiText(6).regex(/^\d{6}$/, "Enter six digits")).meta({ description: "Six digits (NAICS)." }),
  classificationCode: optional(code.pipe(z.string().regex(/^[A-Z0-9]{4}$/, "Enter four letters and digits"))).meta({
    description: "Product and service code (PSC): four letters and digits.",
  }),
  additionalInfoLink: optional(webAddress),
  pocName: shownName.meta({ description: "The point of contact, like the other fields that start with `poc`." }),
  pocTitle: shownName,
  pocEmail: optional(email),
  pocPhone: optional(phone),
  secondaryPocName: shownName,
  secondaryPocEmail: optional(email),
  secondaryPocPhone: optional(phone),
  officeName: shownName,
  officeCity: text,
  officeState: text,
  officeZip: text,
  officeCountry: text,
  popCity: text.meta({ description: "The place of performance, like the other fields that start with `pop`." }),
  popState: text,
  popZip: text,
  popCountry: text,
  answerWithinDays: optional(
    z.union([workingDays, asciiText(3).regex(/^\d+$/).transform(Number).pipe(workingDays)], PROMISE_MESSAGE),
  ).meta({
    description:
      "Submissions to this call are promised an answer within this many working days. 0 promises none. Null: the agency's own number applies.",
  }),
};

const releasesAt = optional(dateTime).meta({
  description:
    "When the call opens. Required if the new status is PENDING, and not allowed with another. It must be in the future.",
});

/** POST /api/gov/calls. */
export const newCallSchema = z
  .object({
    title: line(1, 200),
    description: paragraphs(1, 8000),
    ...contentFields,
    status: oneOf(CALL_STATUSES)
      .exclude(["CLOSED"], choiceMessage(["DRAFT", "PENDING", "OPEN"]))
      .optional()
      .meta({ description: "OPEN by default. PENDING schedules the call." }),
    releasesAt,
  })
  .meta({
    examples: [
      {
        title: "Counter-UAS sensors for expeditionary sites",
        description: "We seek passive sensors that find and classify small unmanned aircraft.",
        techTags: "counter-uas, sensors",
        closesAt: "2026-04-30",
        questionsDueAt: "2026-04-10",
        solicitationNumber: "W912CH-26-R-0042",
        noticeType: "SOURCES_SOUGHT",
        setAside: "SMALL_BUSINESS",
        naicsCode: "334511",
        classificationCode: "5840",
        pocName: "Jordan Reyes",
        pocEmail: "jordan.reyes@example.com",
        answerWithinDays: 20,
        status: "OPEN",
      },
    ],
  });

/** PATCH /api/gov/calls/<id>: every field is optional. */
export const callChangeSchema = z
  .object({
    id: z.string(),
    title: line(1, 200).optional(),
    description: paragraphs(1, 8000).optional(),
    ...contentFields,
    status: oneOf(CALL_STATUSES).optional(),
    releasesAt,
  })
  .meta({ examples: [{ status: "PENDING", releasesAt: "2030-03-16T13:00:00Z", closesAt: "2030-05-15" }] });

/** GET /api/gov/calls. */
export const callListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(CALL_STATUSES).optional().meta({ description: "The effective status." }),
  noticeType: oneOf(NOTICE_TYPES).optional(),
  setAside: oneOf(SET_ASIDES).optional(),
  closesFrom: day.optional().meta({ description: "The earliest deadline." }),
  closesTo: day.optional().meta({ description: "The latest deadline." }),
  ...listFilters,
  sort: sortedBy(["closesAt", "createdAt", "updatedAt", "title"], "-updatedAt"),
});

/** What the public page of open calls may be narrowed to. */
export const openCallListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  setAside: oneOf(SET_ASIDES).optional(),
  tag: listFilters.tag,
  q: searchedText.optional(),
  sort: sortedBy(["closesAt", "createdAt", "title"], "closesAt"),
});
