import fc from "fast-check";

/* The steps that people may take. Numbers stand for people and records, and are resolved when the step runs. */

/** Names of organizations, some of them equal. */
export const NAMES = ["Quiet Rotors", "quiet  ROTORS", "Loud Rotors", "Acme Industries"];
export const LABELS = ["radar", " Radar ", "sonar", "5g/6g"];
const TAGS = ["", "radar", "sonar", "radar,sonar", "pnt"];
const STATUSES = ["DRAFT", "PENDING", "OPEN", "CLOSED"] as const;

const any = fc.nat(30);
const tags = fc.constantFrom(...TAGS);
/** Mostly one of these people, by position in the cast. Higher numbers are people who registered. */
const mostly = (...places: number[]) =>
  fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...places) }, { weight: 1, arbitrary: any });
const publisher = mostly(2, 3, 4);
const writer = mostly(1, 2, 3, 4, 5);
const administrator = mostly(4);
const company = mostly(9, 10);
const supplier = mostly(6, 7, 8, 9);

/** Steps that create records. They are more frequent, because others need their records. */
const CREATING = [
  fc.record({ op: fc.constant("register" as const), which: any }),
  fc.record({ op: fc.constant("create call" as const), as: publisher, status: fc.constantFrom(...STATUSES), tags }),
  fc.record({ op: fc.constant("submit" as const), as: supplier, call: fc.option(any), tags }),
  fc.record({ op: fc.constant("create engagement" as const), as: writer, command: any }),
  fc.record({ op: fc.constant("create command" as const), as: administrator, name: any, parent: fc.option(any) }),
  fc.record({ op: fc.constant("create tag" as const), as: administrator, label: any }),
  fc.record({ op: fc.constant("sign in" as const), which: company, isRight: fc.boolean() }),
] as const;
const CHANGING = [
  fc.record({ op: fc.constant("sign out" as const), which: company }),
  fc.record({ op: fc.constant("wait" as const) }),
  fc.record({ op: fc.constant("move call" as const), as: publisher, which: any, to: fc.constantFrom(...STATUSES) }),
  fc.record({
    op: fc.constant("move call" as const),
    as: publisher,
    which: any,
    to: fc.constantFrom("OPEN", "CLOSED"),
  }),
  fc.record({ op: fc.constant("edit call" as const), as: publisher, which: any, tags }),
  fc.record({
    op: fc.constant("review" as const),
    as: writer,
    which: any,
    to: fc.constantFrom("REVIEWED", "ARCHIVED"),
  }),
  fc.record({ op: fc.constant("set interests" as const), as: any, tags, enabled: fc.boolean() }),
  fc.record({ op: fc.constant("reroute" as const), as: mostly(3, 4) }),
  fc.record({ op: fc.constant("read notifications" as const), as: any }),
  fc.record({ op: fc.constant("reparent" as const), as: administrator, which: any, parent: fc.option(any) }),
  fc.record({ op: fc.constant("delete command" as const), as: administrator, which: any }),
  fc.record({ op: fc.constant("update engagement" as const), as: writer, which: any, command: any, title: any }),
  fc.record({ op: fc.constant("delete engagement" as const), as: writer, which: any }),
  fc.record({ op: fc.constant("delete tag" as const), as: administrator, which: any }),
] as const;

export const step = fc.oneof(
  { weight: 2, arbitrary: fc.oneof(...CREATING) },
  { weight: 3, arbitrary: fc.oneof(...CHANGING) },
);
export type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
