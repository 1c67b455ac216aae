import * as z from "zod";
import { ORGANIZATION_TYPES, SAM_REGISTRATION_STATUSES, SET_ASIDES } from "#db/enumerations";
import { LIMITS } from "~/values/limits";
import { emailAddress, tagList } from "~/values/responses";
import {
  asciiText,
  code,
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
import type { ProfileFieldName } from "./profile-fields";
import { digits, naicsCodes, setAsides } from "./profile-values";

interface FieldSchema<Input extends z.ZodType, Output extends z.ZodType> {
  /** What registration and `PUT /api/portal/profile` accept. */
  input: Input;
  /** What a response contains. */
  output: Output;
  /** What the API's document sends as an example. */
  example?: z.input<Input>;
}

const field = <Input extends z.ZodType, Output extends z.ZodType>(schema: FieldSchema<Input, Output>) => schema;

const text = z.string().nullable();
const number = z.int().min(0).nullable();

/** What requests send and responses contain of each field of an organization's profile. */
const SCHEMAS = {
  orgType: field({
    input: oneOf(ORGANIZATION_TYPES),
    output: z.enum(ORGANIZATION_TYPES),
    example: "COMPANY",
  }),
  addressLine1: field({
    input: optional(line(1, 255)),
    output: text,
    example: "12 Harbor Street",
  }),
  addressLine2: field({
    input: optional(line(1, 255)),
    output: text,
  }),
  city: field({ input: optional(line(1, 100)), output: text, example: "Norfolk" }),
  state: field({
    input: optional(line(1, 50)),
    output: text,
    example: "VA",
  }),
  postalCode: field({
    input: optional(asciiText(20).regex(/^[A-Za-z0-9 -]{3,20}$/, "Enter 3 to 20 letters, digits, spaces or hyphens")),
    output: text,
    example: "23510",
  }),
  country: field({
    input: optional(line(1, 100)).meta({ description: "USA by default." }),
    output: z.string(),
  }),
  website: field({
    input: optional(webAddress),
    output: text,
    example: "https://acme.example.com",
  }),
  uei: field({
    input: optional(
      code.pipe(
        z
          .string()
          .max(20, "Enter at most 20 characters")
          .regex(/^[\x21-\x7e]*$/, "Use only the letters A to Z, digits and signs"),
      ),
    ).meta({
      description: "The SAM.gov unique entity identifier, stored in upper case without spaces. Must be unique.",
    }),
    output: text.meta({ description: "The SAM.gov unique entity identifier." }),
    example: "J9K4LMN2PQR7",
  }),
  cageCode: field({
    input: optional(code.pipe(z.string().regex(/^[A-Z0-9]{5}$/, "Enter 5 letters and digits"))).meta({
      description: "Commercial and Government Entity code, stored in upper case. Must be unique.",
    }),
    output: text.meta({ description: "Five letters and digits." }),
    example: "7ABC1",
  }),
  dunsNumber: field({
    input: optional(
      // Printed as 12-345-6789.
      asciiText(9)
        .overwrite((value) => value.replace(/[\s-]+/g, ""))
        .regex(/^\d{9}$/, "Enter 9 digits"),
    ),
    output: text.meta({ description: "Nine digits." }),
  }),
  naicsCodes: field({
    input: optional(naicsCodes).meta({
      description: `Up to ${LIMITS.naicsCodes} six-digit codes, separated by commas or spaces. Responses have a list.`,
    }),
    output: z.array(z.string()).meta({ description: "Six-digit codes." }),
    example: "334511, 541715",
  }),
  pocName: field({
    input: optional(name(1, 255)).meta({ description: "The point of contact." }),
    output: text,
    example: "Sam Okafor",
  }),
  pocEmail: field({
    input: optional(email),
    output: emailAddress.nullable(),
    example: "sam.okafor@acme.example.com",
  }),
  pocPhone: field({
    input: optional(phone),
    output: text,
    example: "+1 757 555 0117",
  }),
  contractsPocName: field({
    input: optional(name(1, 255)).meta({ description: "The point of contact for contracts." }),
    output: text,
  }),
  contractsPocEmail: field({
    input: optional(email),
    output: emailAddress.nullable(),
  }),
  contractsPocPhone: field({
    input: optional(phone),
    output: text,
  }),
  employeeCount: field({
    input: optional(digits(7, LIMITS.employeeCount)).meta({
      description: `Digits as text, up to ${LIMITS.employeeCount.toLocaleString("en-US")}. Responses have a number.`,
    }),
    output: number,
    example: "85",
  }),
  annualRevenueUsd: field({
    input: optional(digits(LIMITS.annualRevenueDigits, 10 ** LIMITS.annualRevenueDigits - 1)).meta({
      description: "Whole dollars, as digits in text. Responses have a number.",
    }),
    output: number.meta({ description: "Whole dollars." }),
    example: "12400000",
  }),
  businessStartYear: field({
    input: optional(
      asciiText(4, "Send digits as text")
        .regex(/^\d{4}$/, "Enter a year of four digits, such as 2011")
        .transform(Number)
        .pipe(z.number().min(LIMITS.businessStartYear, `Enter ${LIMITS.businessStartYear} or a later year`)),
    ).meta({
      description: `Four digits as text, from ${LIMITS.businessStartYear} to the current year. Responses have a number.`,
    }),
    output: number,
    example: "2011",
  }),
  setAsides: field({
    input: setAsides.nullable().optional().meta({ description: "Any of them makes `smallBusiness` true." }),
    output: z.array(z.enum(SET_ASIDES)),
    example: ["SMALL_BUSINESS"],
  }),
  samRegistrationStatus: field({
    input: optional(oneOf(SAM_REGISTRATION_STATUSES)),
    output: z.enum(SAM_REGISTRATION_STATUSES).nullable(),
    example: "ACTIVE",
  }),
  samExpirationDate: field({
    input: optional(day),
    output: z.iso.date().nullable(),
    example: "2026-11-30",
  }),
  description: field({
    input: optional(paragraphs(1, 2000)),
    output: text,
    example: "Passive sensors for small unmanned aircraft.",
  }),
  techTags: field({
    input: optional(tags(500)).meta({ description: "Comma-separated tags, stored in lower case." }),
    output: tagList,
    example: "counter-uas, sensors",
  }),
} satisfies Record<ProfileFieldName, unknown>;

/** One property of every field. Fields without it have no entry. */
function each<Property extends "input" | "output" | "example">(property: Property) {
  const entries = Object.entries(SCHEMAS).flatMap(([name, schema]) =>
    schema[property] === undefined ? [] : [[name, schema[property]]],
  );
  return Object.fromEntries(entries) as { [Name in ProfileFieldName]: (typeof SCHEMAS)[Name][Property] };
}

export const profileInputs = each("input");
export const profileOutputs = each("output");
/** A profile as a request sends it. */
export const exampleProfile = each("example");
