import { v7 as uuid } from "uuid";
import { signIn } from "~/domain/session/sign-in.server";
import type { Caller } from "~/operations/caller.server";
import { execute } from "~/operations/execute.server";
import type { AnyOperation, ResultOf } from "~/operations/operation.server";
import type { Services } from "~/operations/services";
import type { Actor } from "~/policy/policy";
import { DEMONSTRATION_PASSWORD } from "./credentials";
import { type Random, seededRandom, seedOf } from "./random";
import type { Act } from "./timeline";

/** Records that the tables refer to by key, because their ids do not exist yet. */
type Kind = "user" | "command" | "organization" | "call" | "submission" | "announcement" | "engagement" | "task";

/** The real services with a clock that the seed moves, and people who perform operations. */
export interface Stage {
  services: Services;
  moveTo(at: Date): void;
  /** Runs an operation as a person (null: a visitor). Signs them in first if their last sign-in is too old. */
  perform<Called extends AnyOperation>(
    operation: Called,
    email: string | null,
    value: Record<string, unknown>,
    dispose?: () => Promise<void>,
  ): Promise<ResultOf<Called>>;
  /** Runs an operation as a named visitor. The name only decides the visitor's IP address and browser. */
  performAsVisitor<Called extends AnyOperation>(
    operation: Called,
    visitor: string,
    value: Record<string, unknown>,
  ): Promise<ResultOf<Called>>;
  /** Sets the password that a person signs in with from now on. */
  rememberPassword(email: string, password: string): void;
  remember(kind: Kind, key: string, id: string): void;
  idOf(kind: Kind, key: string): string;
}

export type StageAct = Act<Stage>;

/** Each reading of the clock moves it this far, so that no two audit rows have the same time. */
const TICK_MILLISECONDS = 41;
const ID_SEED = 20_260_101;
const SIGN_IN_LASTS_MILLISECONDS = 10 * 3_600_000;

const BROWSERS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
] as const;

/** A client derived from a text, always the same one: an IP address for documentation (RFC 5737) and a browser. */
function clientOf(owner: string): { ip: string; userAgent: string } {
  const seed = seedOf(owner);
  const network = owner.endsWith(".gov.example") ? "192.0.2" : seed % 2 === 0 ? "198.51.100" : "203.0.113";
  return { ip: `${network}.${1 + (seed % 254)}`, userAgent: seededRandom(seed).pick(BROWSERS) };
}

/**
 * Opens a stage whose clock starts at `start`. New ids use that clock too, because UUID version 7 contains the time.
 */
export function openStage(real: Services, start: Date): Stage {
  const random = seededRandom(ID_SEED);
  const clock = movingClock(start);
  const services: Services = {
    ...real,
    clock: clock.read,
    newId: () => uuid({ msecs: clock.read().getTime(), random: random.bytes(16) }),
    passwords: rememberHashes(real.passwords),
  };
  const known = new Map<string, string>();
  const signedIn = new Map<string, number>();
  const passwords = new Map<string, string>();

  const callerAs = (email: string | null): Caller => ({
    actor: email === null ? null : actorOf(services, email),
    sessionHash: null,
    ...clientOf(email ?? "visitor"),
    requestId: services.newId(),
    origin: "",
  });
  const arrive = async (email: string): Promise<void> => {
    const now = services.clock().getTime();
    if (now - (signedIn.get(email) ?? 0) < SIGN_IN_LASTS_MILLISECONDS) return;
    const caller = { ...callerAs(null), ...clientOf(email) };
    const password = passwords.get(email) ?? DEMONSTRATION_PASSWORD;
    await execute(signIn, services, caller, () => ({ value: { email, password } }));
    signedIn.set(email, now);
  };

  return {
    services,
    moveTo: clock.moveTo,
    async perform(operation, email, value, dispose) {
      if (email !== null) await arrive(email);
      // A visitor who gives an email has that person's IP address and browser.
      const claimed = typeof value.email === "string" ? clientOf(value.email) : {};
      const caller = { ...callerAs(email), ...(email === null && claimed) };
      return execute(operation, services, caller, () => ({ value, dispose }));
    },
    performAsVisitor: (operation, visitor, value) =>
      execute(operation, services, { ...callerAs(null), ...clientOf(visitor) }, () => ({ value })),
    rememberPassword: (email, password) => void passwords.set(email, password),
    remember: (kind, key, id) => void known.set(`${kind} ${key}`, id),
    idOf(kind, key) {
      const id = known.get(`${kind} ${key}`);
      if (id === undefined) throw new Error(`There is no ${kind} "${key}" yet`);
      return id;
    },
  };
}

function movingClock(start: Date): { read: () => Date; moveTo: (at: Date) => void } {
  let milliseconds = start.getTime();
  return {
    read() {
      milliseconds += TICK_MILLISECONDS;
      return new Date(milliseconds);
    },
    moveTo(at) {
      milliseconds = Math.max(milliseconds, at.getTime());
    },
  };
}

/** Hashes each password only once, because fifty people share two passwords. */
function rememberHashes(passwords: Services["passwords"]): Services["passwords"] {
  const hashes = new Map<string, Promise<string>>();
  const hash = (password: string) => {
    const kept = hashes.get(password) ?? passwords.hash(password);
    hashes.set(password, kept);
    return kept;
  };
  return { hash, verify: async (password, storedHash) => (await hash(password)) === storedHash };
}

function actorOf({ db }: Services, email: string): Actor {
  const row = db.query.user
    .findFirst({
      columns: {
        id: true,
        email: true,
        name: true,
        role: true,
        industryRole: true,
        organizationId: true,
        commandId: true,
        mustChangePassword: true,
      },
      where: (user, { eq }) => eq(user.email, email),
    })
    .sync();
  if (!row) throw new Error(`There is no user ${email} yet`);
  return { ...row, hasSecondFactor: false };
}

/** Repeatable random values for one record, by its name. */
export const chanceOf = (name: string): Random => seededRandom(seedOf(name));
