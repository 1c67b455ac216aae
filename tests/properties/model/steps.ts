import { expect } from "vitest";
import { submissionForm } from "../../support/arrange";
import { ORGANIZATIONS, PASSWORD } from "../../support/cast";
import { HOUR, type Portal, type RequestOptions, type TestResponse } from "../../support/portal";
import { type Actor, asTags, type CallStatus, type Ledger, MOVES } from "./ledger";
import { LABELS, NAMES, type Step } from "./step";

/** A portal and its model. */
export interface World {
  ledger: Ledger;
  portal: Portal;
  /** The number of steps so far. Requests use it to vary their address and stay within limits. */
  count: number;
  /** The statuses of each kind of step. */
  outcomes: Map<Step["op"], Set<number>>;
}

const GOVERNMENT = ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN", "GOV_SYSTEM_ADMIN"];
const WRITERS = GOVERNMENT.slice(1);
const PUBLISHERS = GOVERNMENT.slice(2);
const ENTERPRISE = GOVERNMENT.slice(3);
const SYSTEM_ADMIN = GOVERNMENT.slice(4);
const INDUSTRY = ["INDUSTRY_USER", "INDUSTRY_ADMIN"];

const pick = <Value>(values: readonly Value[], number: number): Value => values[number % values.length] as Value;
/** An existing id, or sometimes one that does not exist. */
const idFrom = (existing: ReadonlyMap<string, unknown>, number: number) =>
  existing.size === 0 || number % 7 === 0 ? "none" : pick([...existing.keys()], number);

/** Takes a step in the portal and the model, and compares the response with the model. */
export async function takeStep(world: World, step: Step): Promise<void> {
  const { ledger, portal } = world;
  world.count += 1;
  const now = portal.now().getTime();
  const actor = pick(ledger.actors, "as" in step ? step.as : "which" in step ? step.which : 0);

  const ask = (method: string, path: string, options: RequestOptions = {}): Promise<TestResponse> => {
    const headers: Record<string, string> = actor.cookie === null ? {} : { cookie: actor.cookie };
    const ip = `203.0.113.${world.count % 250}`;
    return portal.request(actor.person, method, path, { ip, ...options, ...(actor.person ? {} : { headers }) });
  };
  const note = ({ status }: TestResponse) =>
    world.outcomes.set(step.op, (world.outcomes.get(step.op) ?? new Set()).add(status));
  /** The status if the model refuses the actor, otherwise null. */
  const gate = (standings: readonly string[]) => {
    if (actor.person === null && actor.cookie === null) return 401;
    return standings.includes(actor.standing) ? null : 403;
  };
  /** Sends a request and checks its status. @returns the response's data, or null if the request was refused */
  const done = async (expected: number, method: string, path: string, options?: RequestOptions) => {
    const response = await ask(method, path, options);
    note(response);
    expect(response.status, `${actor.name}: ${method} ${path} returned ${response.text.slice(0, 300)}`).toBe(expected);
    return expected < 300 ? ((response.body as { data: { id: string } & Record<string, unknown> }).data ?? {}) : null;
  };
  const reaches = (commandId: string) => ENTERPRISE.includes(actor.standing) || actor.commandId === commandId;

  switch (step.op) {
    case "register": {
      const orgName = pick(NAMES, step.which);
      const key = orgName.toLowerCase().replace(/\s+/g, " ");
      const email = `company-${ledger.actors.length}@example.test`;
      const isTaken = ledger.organizationNames.has(key);
      const json = { orgName, orgType: "COMPANY", contactName: "Someone New", email, password: PASSWORD };
      const made = await done(isTaken ? 409 : 201, "POST", "/api/portal/register", { json });
      if (!made) return;
      ledger.organizationNames.add(key);
      const organizationId = String(made.organizationId);
      const row = portal.db.query.user.findFirst({ where: (user, { eq }) => eq(user.email, email) }).sync();
      const standing = "INDUSTRY_ADMIN";
      ledger.actors.push({
        name: String(row?.id),
        standing,
        commandId: null,
        organizationId,
        person: null,
        email,
        cookie: null,
      });
      return ledger.audit("organization_registered");
    }
    case "sign in": {
      const json = { email: actor.email.toUpperCase(), password: step.isRight ? PASSWORD : `${PASSWORD}!` };
      const response = await portal.request(null, "POST", "/api/session", {
        json,
        ip: `198.51.100.${world.count % 250}`,
      });
      note(response);
      expect(response.status, response.text).toBe(step.isRight ? 200 : 401);
      if (step.isRight && actor.person === null)
        actor.cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
      return ledger.audit(step.isRight ? "sign_in_success" : "sign_in_failure");
    }
    case "sign out": {
      if (actor.person !== null) return;
      const isIn = actor.cookie !== null;
      await done(isIn ? 200 : 401, "DELETE", "/api/session");
      actor.cookie = null;
      return isIn ? ledger.audit("sign_out") : undefined;
    }
    case "wait": {
      // Longer than an unused session lasts and a scheduled call waits.
      portal.advance(2 * HOUR);
      portal.newSessions();
      for (const one of ledger.actors) one.cookie = null;
      return;
    }
    case "create call": {
      const { status } = step;
      const refused = gate(PUBLISHERS) ?? (status === "CLOSED" ? 400 : null);
      const releasesAt = status === "PENDING" ? now + HOUR : null;
      const release = releasesAt === null ? {} : { releasesAt: new Date(releasesAt).toISOString() };
      const json = { title: "A call", description: "For rotors.", techTags: step.tags, status, ...release };
      const made = await done(refused ?? 201, "POST", "/api/gov/calls", { json });
      if (!made) return;
      ledger.calls.set(made.id, { status, releasesAt, tags: asTags(step.tags), author: actor.name });
      if (status === "OPEN") ledger.notifyIndustry(made.id);
      return ledger.audit("call_created", ...(status === "OPEN" ? ["call_published"] : []));
    }
    case "move call": {
      const id = idFrom(ledger.calls, step.which);
      const call = ledger.calls.get(id);
      const move = call && MOVES[`${ledger.effective(id, now)} ${step.to}`];
      const refused = gate(PUBLISHERS) ?? (call ? (move ? null : 400) : 404);
      const releasesAt = step.to === "PENDING" ? now + HOUR : null;
      const release = releasesAt === null ? {} : { releasesAt: new Date(releasesAt).toISOString() };
      const made = await done(refused ?? 200, "PATCH", `/api/gov/calls/${id}`, {
        json: { status: step.to, ...release },
      });
      if (!made || !call) return;
      Object.assign(call, { status: step.to as CallStatus, releasesAt });
      if (move?.notifies) ledger.notifyIndustry(id);
      return ledger.audit("call_status_changed", ...(move?.notifies ? ["call_published"] : []));
    }
    case "edit call": {
      const id = idFrom(ledger.calls, step.which);
      const call = ledger.calls.get(id);
      const isEditable = call && ["DRAFT", "PENDING"].includes(ledger.effective(id, now));
      const refused = gate(PUBLISHERS) ?? (call ? (isEditable ? null : 400) : 404);
      const made = await done(refused ?? 200, "PATCH", `/api/gov/calls/${id}`, { json: { techTags: step.tags } });
      if (!made || !call) return;
      const isChanged = call.tags.join() !== step.tags;
      call.tags = asTags(step.tags);
      return isChanged ? ledger.audit("call_updated") : undefined;
    }
    case "submit": {
      const call = step.call === null ? null : idFrom(ledger.calls, step.call);
      const isOpen = call === null || (ledger.calls.has(call) && ledger.effective(call, now) === "OPEN");
      const refused = gate(INDUSTRY) ?? (isOpen ? null : 400);
      const multipart = submissionForm({ techTags: step.tags, ...(call === null ? {} : { callId: call }) });
      const made = await done(refused ?? 201, "POST", "/api/portal/submissions", { multipart });
      if (!made) return;
      ledger.submissions.set(made.id, { status: "SUBMITTED", tags: asTags(step.tags), call, submitter: actor.name });
      if (call !== null) ledger.acted(actor.name, call);
      return ledger.audit("submission_created", ...(ledger.route(made.id) > 0 ? ["submission_routed"] : []));
    }
    case "review": {
      const id = idFrom(ledger.submissions, step.which);
      const submission = ledger.submissions.get(id);
      const from = step.to === "REVIEWED" ? ["ROUTED"] : ["SUBMITTED", "ROUTED", "REVIEWED"];
      const refused = gate(WRITERS) ?? (submission ? (from.includes(submission.status) ? null : 400) : 404);
      const made = await done(refused ?? 200, "PATCH", `/api/gov/submissions/${id}/status`, {
        json: { status: step.to },
      });
      if (!made || !submission) return;
      submission.status = step.to as "REVIEWED" | "ARCHIVED";
      if (step.to === "REVIEWED") ledger.notify([submission.submitter], id);
      ledger.acted(actor.name, id);
      return ledger.audit(step.to === "REVIEWED" ? "submission_reviewed" : "submission_archived");
    }
    case "set interests": {
      const refused = gate([...GOVERNMENT, ...INDUSTRY]);
      const json = { settings: [{ kind: "SUBMISSION_MATCH", enabled: step.enabled, techTags: step.tags }] };
      const made = await done(refused ?? 200, "PUT", "/api/notifications/settings", { json });
      if (!made) return;
      ledger.settings.set(actor.name, { enabled: step.enabled, tags: asTags(step.tags) });
      return ledger.audit("notification_settings_updated");
    }
    case "reroute": {
      const refused = gate(ENTERPRISE);
      const made = await done(refused ?? 200, "POST", "/api/notifications/reroute");
      if (!made) return;
      const waiting = [...ledger.submissions].filter(([, { status }]) => status === "SUBMITTED");
      const matches = waiting.map(([id]) => ledger.route(id)).filter((count) => count > 0);
      const totalMatches = matches.reduce((total, count) => total + count, 0);
      expect(made).toEqual({ routed: matches.length, totalMatches });
      return ledger.audit("reroute_run", ...matches.map(() => "submission_routed"));
    }
    case "read notifications": {
      const refused = gate([...GOVERNMENT, ...INDUSTRY]);
      const made = await done(refused ?? 200, "POST", "/api/notifications/read", { json: { all: true } });
      if (!made) return;
      expect(made.updated).toBe(ledger.unreadOf(actor.name).length);
      ledger.unread.delete(actor.name);
      return;
    }
    default:
      return takeCommandStep(world, step, { actor, gate, done, reaches });
  }
}

interface StepTools {
  actor: Actor;
  gate: (standings: readonly string[]) => number | null;
  done: (
    expected: number,
    method: string,
    path: string,
    options?: RequestOptions,
  ) => Promise<({ id: string } & Record<string, unknown>) | null>;
  reaches: (commandId: string) => boolean;
}

type CommandStep = Extract<Step, { op: `${string} command` | "reparent" | `${string} engagement` | `${string} tag` }>;

/** Takes steps on commands, engagements and tags. */
async function takeCommandStep({ ledger }: World, step: CommandStep, { actor, gate, done, reaches }: StepTools) {
  const parentOf = (parent: number | null) => (parent === null ? null : idFrom(ledger.commands, parent));
  const engagement = (commandId: string, title = "A visit") => ({
    title,
    type: "DEMO",
    status: "PLANNED",
    date: "2026-03-10",
    commandId,
    organizationIds: [ORGANIZATIONS.acme],
  });
  switch (step.op) {
    case "create command": {
      const name = `Office ${step.name % 5}${step.name > 15 ? "" : "  B"}`;
      const key = name.toLowerCase().replace(/\s+/g, " ");
      const parentId = parentOf(step.parent);
      const isTaken = [...ledger.commands.values()].some((command) => command.name === key);
      const isMissing = parentId !== null && !ledger.commands.has(parentId);
      const refused = gate(SYSTEM_ADMIN) ?? (isTaken ? 409 : isMissing ? 400 : null);
      const json = { name: name.toUpperCase(), abbreviation: `${name} a`, echelon: "Office", parentId };
      const made = await done(refused ?? 201, "POST", "/api/gov/admin/commands", { json });
      if (!made) return;
      ledger.commands.set(made.id, { name: key, parentId });
      return ledger.audit("command_created");
    }
    case "reparent": {
      const id = idFrom(ledger.commands, step.which);
      const parentId = parentOf(step.parent);
      const command = ledger.commands.get(id);
      const isMissing = !command || (parentId !== null && parentId !== id && !ledger.commands.has(parentId));
      const refused = gate(SYSTEM_ADMIN) ?? (isMissing ? 404 : ledger.isBelow(parentId, id) ? 400 : null);
      const made = await done(refused ?? 200, "PATCH", `/api/gov/admin/commands/${id}/parent`, { json: { parentId } });
      if (!made || !command) return;
      const isMoved = command.parentId !== parentId;
      command.parentId = parentId;
      return isMoved ? ledger.audit("command_reparented") : undefined;
    }
    case "delete command": {
      const id = idFrom(ledger.commands, step.which);
      const refused = gate(SYSTEM_ADMIN) ?? (ledger.commands.has(id) ? (ledger.isInUse(id) ? 409 : null) : 404);
      const made = await done(refused ?? 200, "DELETE", `/api/gov/admin/commands/${id}`);
      if (!made) return;
      ledger.commands.delete(id);
      return ledger.audit("command_deleted");
    }
    case "create engagement": {
      const commandId = idFrom(ledger.commands, step.command);
      const refused = gate(WRITERS) ?? (ledger.commands.has(commandId) ? (reaches(commandId) ? null : 403) : 400);
      const made = await done(refused ?? 201, "POST", "/api/gov/engagements", { json: engagement(commandId) });
      if (!made) return;
      ledger.engagements.set(made.id, { commandId, creator: actor.name, title: "A visit" });
      return ledger.audit("engagement_created");
    }
    case "update engagement": {
      const id = idFrom(ledger.engagements, step.which);
      const present = ledger.engagements.get(id);
      const commandId = idFrom(ledger.commands, step.command);
      const title = pick(["A visit", "Another visit"], step.title);
      const toCommand = ledger.commands.has(commandId) ? (reaches(commandId) ? null : 403) : 400;
      const refused = gate(WRITERS) ?? (present ? (reaches(present.commandId) ? toCommand : 403) : 404);
      const made = await done(refused ?? 200, "PATCH", `/api/gov/engagements/${id}`, {
        json: engagement(commandId, title),
      });
      if (!made || !present || (present.commandId === commandId && present.title === title)) return;
      Object.assign(present, { commandId, title });
      if (present.creator !== actor.name) ledger.notify([present.creator], id);
      ledger.acted(actor.name, id);
      return ledger.audit("engagement_updated");
    }
    case "delete engagement": {
      const id = idFrom(ledger.engagements, step.which);
      const present = ledger.engagements.get(id);
      const refused = gate(WRITERS) ?? (present ? (reaches(present.commandId) ? null : 403) : 404);
      const made = await done(refused ?? 200, "DELETE", `/api/gov/engagements/${id}`);
      if (!made || !present) return;
      ledger.engagements.delete(id);
      if (present.creator !== actor.name) ledger.notify([present.creator], `deleted ${id}`);
      ledger.acted(actor.name, id);
      return ledger.audit("engagement_deleted");
    }
    case "create tag": {
      const label = pick(LABELS, step.label);
      const key = label.trim().toLowerCase();
      const refused = gate(SYSTEM_ADMIN) ?? ([...ledger.tags.values()].includes(key) ? 409 : null);
      const made = await done(refused ?? 201, "POST", "/api/gov/admin/tags", { json: { label } });
      if (!made) return;
      ledger.tags.set(made.id, key);
      return ledger.audit("preset_tag_created");
    }
    case "delete tag": {
      const id = idFrom(ledger.tags, step.which);
      const refused = gate(SYSTEM_ADMIN) ?? (ledger.tags.has(id) ? null : 404);
      const made = await done(refused ?? 200, "DELETE", `/api/gov/admin/tags/${id}`);
      if (!made) return;
      ledger.tags.delete(id);
      return ledger.audit("preset_tag_deleted");
    }
  }
}
