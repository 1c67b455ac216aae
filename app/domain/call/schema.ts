import { z } from "zod";
import { CALL_STATUSES, NOTICE_TYPES, SET_ASIDES } from "#db/enumerations";
import { LIMITS } from "../../limits";
import { listFilters, paging, sortedBy } from "../paging";
import { dateTime, day, email, line, oneOf, optional, paragraphs, phone, tags, webAddress } from "../text";

const text = optional(line(1, 255));

/** What a call says of itself, beside title and description; the names are those of SAM.gov's notices. */
const contentFields = {
  techTags: tags(400).nullable().optional(),
  closesAt: optional(day),
  questionsDueAt: optional(day),
  solicitationNumber: optional(line(1, 128)),
  noticeType: optional(oneOf(NOTICE_TYPES)),
  setAside: optional(oneOf(SET_ASIDES)),
  naicsCode: optional(
    z
      .string()
      .trim()
      .regex(/^\d{6}$/, "must be six digits"),
  ),
  classificationCode: optional(
    z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.string().regex(/^[A-Z0-9]{4}$/, "must be four letters and digits")),
  ),
  additionalInfoLink: optional(webAddress),
  pocName: text,
  pocTitle: text,
  pocEmail: optional(email),
  pocPhone: optional(phone),
  secondaryPocName: text,
  secondaryPocEmail: optional(email),
  secondaryPocPhone: optional(phone),
  officeName: text,
  officeCity: text,
  officeState: text,
  officeZip: text,
  officeCountry: text,
  popCity: text,
  popState: text,
  popZip: text,
  popCountry: text,
};

/** POST /api/gov/calls. */
export const newCallSchema = z.object({
  title: line(1, 200),
  description: paragraphs(1, 8000),
  ...contentFields,
  status: oneOf(CALL_STATUSES).exclude(["CLOSED"], { error: "must be one of OPEN, DRAFT, PENDING" }).optional(),
  releasesAt: optional(dateTime),
});

/** PATCH /api/gov/calls/<id>: every field may be left out. */
export const callChangeSchema = z.object({
  id: z.string(),
  title: line(1, 200).optional(),
  description: paragraphs(1, 8000).optional(),
  ...contentFields,
  status: oneOf(CALL_STATUSES).optional(),
  releasesAt: optional(dateTime),
});

/** GET /api/gov/calls. `status` is the effective one. */
export const callListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(CALL_STATUSES).optional(),
  noticeType: oneOf(NOTICE_TYPES).optional(),
  setAside: oneOf(SET_ASIDES).optional(),
  ...listFilters,
  sort: sortedBy(["closesAt", "createdAt", "updatedAt", "title"], "-updatedAt"),
});
