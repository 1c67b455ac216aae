import { fieldsOf } from "../organization/profile-fields";
import type { registrationSchema } from "../organization/schema";

/** A field of the registration, by its name in the API. */
export type RegistrationField = keyof (typeof registrationSchema)["shape"];

/**
 * The boxes that spare somebody from typing a person twice: each field and the field of the point of contact that
 * answers it as long as the box is ticked.
 */
export const SAME_PERSON = {
  contractsPocIsPoc: {
    contractsPocName: "pocName",
    contractsPocEmail: "pocEmail",
    contractsPocPhone: "pocPhone",
  },
  contactIsPoc: { contactName: "pocName", email: "pocEmail" },
} as const satisfies Record<string, Partial<Record<RegistrationField, RegistrationField>>>;

export type SamePersonBox = keyof typeof SAME_PERSON;

/** What was answered, as a form sends it: text, lists of ticked boxes, and the boxes of the same person. */
export type Answers = Partial<Record<RegistrationField | SamePersonBox, string | string[]>>;

interface StepDeclaration {
  slug: string;
  title: string;
  fields: readonly RegistrationField[];
  box?: SamePersonBox;
}

/** The steps of registering in their order. Each field of registering is asked for in one of them; the last shows all. */
export const STEPS = [
  {
    slug: "organization",
    title: "Organization",
    fields: ["orgName", ...fieldsOf("organization", "address")],
  },
  {
    slug: "identifiers",
    title: "Identifiers and codes",
    fields: fieldsOf("identifiers"),
  },
  {
    slug: "contacts",
    title: "Contacts",
    fields: fieldsOf("pointOfContact", "contractsContact"),
    box: "contractsPocIsPoc",
  },
  {
    slug: "size",
    title: "Size and SAM registration",
    fields: fieldsOf("size", "sam"),
  },
  { slug: "capabilities", title: "Capabilities", fields: fieldsOf("capabilities") },
  { slug: "account", title: "Your account", fields: ["contactName", "email", "password"], box: "contactIsPoc" },
  { slug: "review", title: "Review and register", fields: [] },
] as const satisfies readonly StepDeclaration[];

export type StepSlug = (typeof STEPS)[number]["slug"];

const declared: readonly (StepDeclaration & { slug: StepSlug })[] = STEPS;
/** The step with which registering begins. */
export const FIRST_STEP = "organization" satisfies StepSlug;

/** Whether a step is called so in its address. */
export function isStep(slug: string | undefined): slug is StepSlug {
  return declared.some((step) => step.slug === slug);
}

/** A step with its place among the others. */
export function stepOf(slug: StepSlug) {
  const index = declared.findIndex((step) => step.slug === slug);
  const { title = "", fields = [], box } = declared[index] ?? {};
  return {
    ...{ slug, title, fields, box, number: index + 1 },
    previous: declared[index - 1]?.slug,
    next: declared[index + 1]?.slug ?? slug,
  };
}

/** Where a step stands. */
export function addressOf(slug: StepSlug): string {
  return slug === FIRST_STEP ? "/register" : `/register/${slug}`;
}

/** The first of some fields in the order of the steps, and the step that asks for it. */
export function firstAsked(fields: readonly string[]): { slug: StepSlug; field: RegistrationField } | undefined {
  const asked = declared.flatMap((step) => step.fields.map((field) => ({ slug: step.slug, field })));
  return asked.find(({ field }) => fields.includes(field));
}

/** The fields that the ticked boxes answer, each with the field that its answer is taken from. */
function takenFrom(answers: Answers): Partial<Record<RegistrationField, RegistrationField>> {
  const boxes = Object.keys(SAME_PERSON) as SamePersonBox[];
  return Object.assign({}, ...boxes.filter((box) => answers[box]).map((box) => SAME_PERSON[box]));
}

/** The fields among `fields` that are answered by themselves: whatever was typed in the others does not count. */
export function answeredByThemselves(
  fields: readonly RegistrationField[],
  answers: Answers,
): readonly RegistrationField[] {
  const taken = takenFrom(answers);
  return fields.filter((field) => taken[field] === undefined);
}

/** The answers with those that the ticked boxes stand for. */
export function withSamePerson(answers: Answers): Answers {
  const taken = Object.entries(takenFrom(answers)).map(([field, from]) => [field, answers[from]]);
  return { ...answers, ...Object.fromEntries(taken) };
}

/**
 * The answers with those boxes unticked whose fields are at fault: what they stood for is typed in the fields, where it
 * can be changed.
 */
export function withoutFaultyBoxes(answers: Answers, faults: Readonly<Record<string, unknown>>): Answers {
  const boxes = Object.entries(SAME_PERSON).filter(([, fields]) =>
    Object.keys(fields).some((field) => field in faults),
  );
  const faulty = new Set(boxes.map(([box]) => box));
  return Object.fromEntries(Object.entries(withSamePerson(answers)).filter(([name]) => !faulty.has(name)));
}
