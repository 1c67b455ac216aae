import { fieldsOf } from "../organization/profile-fields";
import type { registrationSchema } from "../organization/schema";

/** A field of the registration, by its name in the API. */
export type RegistrationField = keyof (typeof registrationSchema)["shape"];

/**
 * The "same person" boxes. While a box is checked, each of its fields takes its value from a field of the point of
 * contact.
 */
const SAME_PERSON = {
  contractsPocIsPoc: {
    contractsPocName: "pocName",
    contractsPocEmail: "pocEmail",
    contractsPocPhone: "pocPhone",
  },
  contactIsPoc: { contactName: "pocName", email: "pocEmail" },
} as const satisfies Record<string, Partial<Record<RegistrationField, RegistrationField>>>;

export type SamePersonBox = keyof typeof SAME_PERSON;

/** The answers in a form's format: text, lists of checked boxes, and the "same person" boxes. */
export type Answers = Partial<Record<RegistrationField | SamePersonBox, string | string[]>>;

interface StepDeclaration {
  slug: string;
  title: string;
  fields: readonly RegistrationField[];
  box?: SamePersonBox;
}

/** The steps of registering, in order. Exactly one of them asks for each field; the last one shows all. */
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

/** Whether an address has a step with this name. */
export function isStep(slug: string | undefined): slug is StepSlug {
  return declared.some((step) => step.slug === slug);
}

/** A step, with its number and its neighbors. */
export function stepOf(slug: StepSlug) {
  const index = declared.findIndex((step) => step.slug === slug);
  const { title = "", fields = [], box } = declared[index] ?? {};
  return {
    ...{ slug, title, fields, box, number: index + 1 },
    previous: declared[index - 1]?.slug,
    next: declared[index + 1]?.slug ?? slug,
  };
}

export function addressOf(slug: StepSlug): string {
  return slug === FIRST_STEP ? "/register" : `/register/${slug}`;
}

/** The first of some fields in the order of the steps, and its step. */
export function firstFieldOf(fields: readonly string[]): { slug: StepSlug; field: RegistrationField } | undefined {
  const inOrder = declared.flatMap((step) => step.fields.map((field) => ({ slug: step.slug, field })));
  return inOrder.find(({ field }) => fields.includes(field));
}

/** The fields that checked boxes fill, each with the field that its value comes from. */
function takenFrom(answers: Answers): Partial<Record<RegistrationField, RegistrationField>> {
  const boxes = Object.keys(SAME_PERSON) as SamePersonBox[];
  return Object.assign({}, ...boxes.filter((box) => answers[box]).map((box) => SAME_PERSON[box]));
}

/** The fields that no checked box fills. What people type in the others does not count. */
export function fieldsNotFilledByBox(
  fields: readonly RegistrationField[],
  answers: Answers,
): readonly RegistrationField[] {
  const taken = takenFrom(answers);
  return fields.filter((field) => taken[field] === undefined);
}

/** The answers, with the values that checked boxes fill in. */
export function withSamePerson(answers: Answers): Answers {
  const taken = Object.entries(takenFrom(answers)).map(([field, from]) => [field, answers[from]]);
  return { ...answers, ...Object.fromEntries(taken) };
}

/**
 * The answers, with each box cleared whose fields have errors. Its values are then in the fields, where people can
 * change them.
 */
export function withoutFaultyBoxes(answers: Answers, faults: Readonly<Record<string, unknown>>): Answers {
  const boxes = Object.entries(SAME_PERSON).filter(([, fields]) =>
    Object.keys(fields).some((field) => field in faults),
  );
  const faulty = new Set(boxes.map(([box]) => box));
  return Object.fromEntries(Object.entries(withSamePerson(answers)).filter(([name]) => !faulty.has(name)));
}
