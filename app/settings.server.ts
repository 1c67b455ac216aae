import * as z from "zod";
import { accentFault } from "~/values/accent";
import { DATA_PLACES } from "~/values/data-places.mjs";
import { dayAfter } from "~/values/days";
import { counted } from "~/values/format";
import { LIMITS, PAGE_THREAD_LIMITS, REPLICA } from "~/values/limits";
import { readMailServer, readSender } from "~/values/network/mail-server";
import { readReplicaUrl } from "~/values/network/replica-store";
import { isTimeZone, nameOfZone } from "~/values/time-zone";

/** Accepts only `true` and `false`, because people misread switches that also accept "yes" or "0". */
const literalBoolean = z.enum(["true", "false"]).transform((value) => value === "true");
const numberLike = (form: RegExp, min: number, max: number, error: string) =>
  z.string().regex(form, { error, abort: true }).transform(Number).pipe(z.number().min(min, error).max(max, error));
const wholeNumber = (min: number, max: number) =>
  numberLike(/^\d+$/, min, max, `Enter a whole number from ${min} to ${max}`);
const decimal = (min: number, max: number) =>
  numberLike(/^\d+(\.\d+)?$/, min, max, `Enter a number from ${min} to ${max}`);
const path = z.string().min(1);

/** A real day: "2026-02-30" would become another one. */
const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && dayAfter(value, 0) === value;

const LOOPBACK: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** Plain http would let anyone on the way pose as the provider. Tests and trials on one machine may use it. */
function isSafeAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, search, hash, username } = new URL(value);
  return (protocol === "https:" || LOOPBACK.includes(hostname)) && search + hash + username === "";
}

/** Whether browsers use passkeys at an origin: with a domain name over TLS, or on the developer's own machine. */
function allowsPasskeys(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  const isAddress = /^[\d.]+$|^\[/.test(hostname);
  return hostname === "localhost" || (protocol === "https:" && !isAddress);
}

const characters = (count: number | bigint) => counted(Number(count), "character", "characters");
const CHOICES = new Intl.ListFormat("en-US", { type: "disjunction" });

/** What an operator reads about a fault for which the setting has no words of its own. */
function faultText(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_value") return `Enter ${CHOICES.format(issue.values.map(String))}`;
  if (issue.code === "invalid_format" && issue.format === "email") return "Enter an email address";
  if (issue.code === "too_small") return `Enter at least ${characters(issue.minimum)}`;
  return issue.code === "too_big" ? `Enter at most ${characters(issue.maximum)}` : undefined;
}

const SETTINGS = z
  .object({
    PORT: wholeNumber(0, 65_535).default(3000),
    HOST: z.string().min(1).default("0.0.0.0"),
    PUBLIC_ORIGIN: z
      .string()
      .refine(
        (value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value,
        // Other rules read it as an origin.
        { error: "Enter only an http or https origin, such as https://portal.example.gov", abort: true },
      )
      .optional(),
    DATABASE_PATH: path.default(DATA_PLACES.DATABASE_PATH),
    UPLOADS_DIR: path.default(DATA_PLACES.UPLOADS_DIR),
    BACKUP_DIR: path.default(DATA_PLACES.BACKUP_DIR),
    SESSION_SECRET: z.string().min(32).optional(),
    SESSION_IDLE_MINUTES: wholeNumber(1, 24 * 60).default(30),
    SESSION_ABSOLUTE_HOURS: wholeNumber(1, 24 * 30).default(12),
    TRUSTED_PROXY_HOPS: wholeNumber(0, 10).default(0),
    ADMIN_EMAIL: z.email().max(255).toLowerCase().optional(),
    /** Only the first start needs these, and then checks them as those of any user. */
    ADMIN_PASSWORD: z.string().optional(),
    ADMIN_NAME: z.string().default("System administrator"),
    /** Only the literal "false" unlocks credential changes (docs/contract.md#passwords). */
    DEMO_LOCK_CREDENTIALS: z
      .string()
      .default("true")
      .transform((value) => value !== "false"),
    /** Who must have a second factor. */
    REQUIRE_SECOND_FACTOR: z.enum(["off", "government", "everyone"]).default("off"),
    OIDC_ISSUER: z
      .url({ protocol: /^https?$/, error: "Enter the issuer's address, such as https://idp.example.gov", abort: true })
      .refine(isSafeAddress, {
        error: "Enter an https address without a query (http only for this machine)",
        abort: true,
      })
      .optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    OIDC_ACR_VALUES: z
      .string()
      .default("")
      .transform((value) => value.split(/\s+/).filter((part) => part !== "")),
    OIDC_NAME: z.string().trim().min(1).max(60).default("single sign-on"),
    GOVERNMENT_PASSWORDS: z.enum(["on", "off"]).default("on"),
    PASSKEYS: z.enum(["on", "off"]).default("off"),
    SEARCH_BACKEND: z.enum(["hybrid", "fulltext", "trigram"]).default("hybrid"),
    SEARCH_SIMILARITY_THRESHOLD: decimal(0, 1).default(0.2),
    BACKUP_INTERVAL_MINUTES: decimal(0, 7 * 24 * 60).default(15),
    /** 0 turns the yearly confirmation of government accounts off. */
    RECERTIFY_DAYS: wholeNumber(0, 3_650).default(365),
    /** Working days within which submitters are promised an answer; 0 promises none. */
    ANSWER_WITHIN_DAYS: wholeNumber(0, LIMITS.answerWithinDays).default(0),
    AGENCY_HOLIDAYS: z
      .string()
      .default("")
      .transform((value) => value.split(",").map((part) => part.trim()))
      .transform((parts) => parts.filter((part) => part !== ""))
      .refine((days) => days.every(isDay), "Enter days such as 2026-12-24, with commas between")
      .refine((days) => days.length <= LIMITS.agencyHolidays, `Enter at most ${LIMITS.agencyHolidays} days`),
    AGENCY_TIME_ZONE: z
      .string()
      .default("America/New_York")
      .refine(isTimeZone, "Enter a time zone of the IANA list, such as America/New_York"),
    PAGEVIEW_RETENTION_DAYS: wholeNumber(0, 36_500).default(400),
    LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
    AGENCY_NAME: z.string().trim().min(1).max(100).optional(),
    AGENCY_SEAL: path.optional(),
    AGENCY_ACCENT: z
      .string()
      .superRefine((value, context) => {
        const fault = accentFault(value);
        if (fault) context.addIssue(fault);
      })
      .optional(),
    NAICS_CODES: path.optional(),
    PSC_CODES: path.optional(),
    DEMONSTRATION: literalBoolean.default(false),
    OFFICIAL_BANNER: literalBoolean.default(false),
    CONTACT_EMAIL: z.email().max(255).optional(),
    SMTP_URL: z.string().transform(readMailServer).optional(),
    MAIL_FROM: z.string().max(320).transform(readSender).optional(),
    REPLICA_URL: z.string().transform(readReplicaUrl).optional(),
    REPLICA_ENDPOINT: z
      .url({ protocol: /^https?$/, error: "Enter the store's address, such as https://s3.example.gov", abort: true })
      // rclone gets it in quotes.
      .refine((value) => isSafeAddress(value) && !value.includes("'"), {
        error: "Enter an https address without a query or quotes (http only for this machine)",
      })
      .optional(),
    REPLICA_REGION: z
      .string()
      .regex(/^[\w-]{1,40}$/, "Enter the name of a region, such as us-gov-west-1")
      .default("us-east-1"),
    REPLICA_ACCESS_KEY_ID: z.string().min(1).optional(),
    REPLICA_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** 0 turns fencing off: then the server writes although another one may have taken its place. */
    REPLICA_LEASE_SECONDS: wholeNumber(0, REPLICA.mostLeaseSeconds)
      .refine((value) => value === 0 || value >= REPLICA.leastLeaseSeconds, {
        error: `Enter 0, or at least ${REPLICA.leastLeaseSeconds}`,
      })
      .default(REPLICA.leaseSeconds),
    STANDBY_INTERVAL_SECONDS: wholeNumber(1, 24 * 60 * 60).default(60),
    /** The standby sets this for its server: when the copy that it reads was last changed. It then writes nothing. */
    STANDBY_DATA_AT: z.iso.datetime().optional(),
    /** And when it was copied. */
    STANDBY_COPIED_AT: z.iso.datetime().optional(),
    LITESTREAM_PATH: path.optional(),
    RCLONE_PATH: path.default("/usr/bin/rclone"),
    /** The most threads that read pages while the server is busy; never more than there are processors. */
    PAGE_THREADS: wholeNumber(0, 16).default(PAGE_THREAD_LIMITS.most),
    /** Node reads this itself. We need it because hashing must leave threads for files. The default is libuv's. */
    UV_THREADPOOL_SIZE: wholeNumber(1, 1024).default(4),
  })
  .refine((value) => (value.ADMIN_EMAIL === undefined) === (value.ADMIN_PASSWORD === undefined), {
    path: ["ADMIN_EMAIL"],
    error: "Set ADMIN_EMAIL and ADMIN_PASSWORD together",
  })
  .refine((value) => !(value.OFFICIAL_BANNER && value.DEMONSTRATION), {
    path: ["OFFICIAL_BANNER"],
    error: "Set this to false while DEMONSTRATION is true: a demonstration is not an official website",
  })
  .refine((value) => (value.SMTP_URL === undefined) === (value.MAIL_FROM === undefined), {
    path: ["SMTP_URL"],
    error: "Set SMTP_URL and MAIL_FROM together",
  })
  .refine((value) => value.SMTP_URL === undefined || value.PUBLIC_ORIGIN !== undefined, {
    path: ["PUBLIC_ORIGIN"],
    error: "Set this too, because mail links to the portal",
  })
  .refine((value) => (value.REPLICA_ACCESS_KEY_ID === undefined) === (value.REPLICA_SECRET_ACCESS_KEY === undefined), {
    path: ["REPLICA_ACCESS_KEY_ID"],
    error: "Set REPLICA_ACCESS_KEY_ID and REPLICA_SECRET_ACCESS_KEY together",
  })
  .refine((value) => (value.OIDC_ISSUER === undefined) === (value.OIDC_CLIENT_ID === undefined), {
    path: ["OIDC_ISSUER"],
    error: "Set OIDC_ISSUER and OIDC_CLIENT_ID together",
  })
  .refine((value) => value.OIDC_ISSUER || !(value.OIDC_CLIENT_SECRET || value.OIDC_ACR_VALUES.length > 0), {
    path: ["OIDC_ISSUER"],
    error: "Set this together with the other OIDC settings",
  })
  .refine((value) => !value.OIDC_ISSUER || value.PUBLIC_ORIGIN !== undefined, {
    path: ["PUBLIC_ORIGIN"],
    error: "Set this if you set OIDC_ISSUER: the provider leads back to it",
  })
  .refine((value) => value.GOVERNMENT_PASSWORDS === "on" || value.OIDC_ISSUER, {
    path: ["GOVERNMENT_PASSWORDS"],
    error: "Government users could not sign in. Set OIDC_ISSUER too",
  })
  // Setting up a factor of our own needs the password, so the provider must check a second factor for them.
  .refine(
    (value) =>
      value.GOVERNMENT_PASSWORDS === "on" || value.REQUIRE_SECOND_FACTOR === "off" || value.OIDC_ACR_VALUES.length > 0,
    {
      path: ["OIDC_ACR_VALUES"],
      error: "Set this too: government users without passwords cannot set up a second factor here",
    },
  )
  .refine((value) => !(value.PASSKEYS === "on" && value.PUBLIC_ORIGIN) || allowsPasskeys(value.PUBLIC_ORIGIN), {
    path: ["PASSKEYS"],
    error: "Set PUBLIC_ORIGIN to an https origin with a domain name: browsers use passkeys only there",
  })
  .transform((value) => ({
    port: value.PORT,
    host: value.HOST,
    publicOrigin: value.PUBLIC_ORIGIN ?? null,
    secureOrigin: value.PUBLIC_ORIGIN?.startsWith("https:") ?? false,
    databasePath: value.DATABASE_PATH,
    uploadsDir: value.UPLOADS_DIR,
    backupDir: value.BACKUP_DIR,
    sessionSecret: value.SESSION_SECRET ?? null,
    sessionIdleMinutes: value.SESSION_IDLE_MINUTES,
    sessionAbsoluteHours: value.SESSION_ABSOLUTE_HOURS,
    trustedProxyHops: value.TRUSTED_PROXY_HOPS,
    firstAdmin:
      value.ADMIN_EMAIL === undefined || value.ADMIN_PASSWORD === undefined
        ? null
        : { email: value.ADMIN_EMAIL, password: value.ADMIN_PASSWORD, name: value.ADMIN_NAME },
    credentialsLocked: value.DEMO_LOCK_CREDENTIALS,
    requireSecondFactor: value.REQUIRE_SECOND_FACTOR,
    identityProvider:
      value.OIDC_ISSUER === undefined || value.OIDC_CLIENT_ID === undefined
        ? null
        : {
            issuer: value.OIDC_ISSUER,
            clientId: value.OIDC_CLIENT_ID,
            /** A function, so that printing the settings does not show it. */
            clientSecret: () => value.OIDC_CLIENT_SECRET ?? null,
            acrValues: value.OIDC_ACR_VALUES,
            name: value.OIDC_NAME,
          },
    /** Whether government users may sign in with a password. */
    governmentPasswords: value.GOVERNMENT_PASSWORDS === "on",
    passkeys: value.PASSKEYS === "on",
    searchBackend: value.SEARCH_BACKEND,
    searchSimilarityThreshold: value.SEARCH_SIMILARITY_THRESHOLD,
    backupIntervalMinutes: value.BACKUP_INTERVAL_MINUTES,
    recertifyDays: value.RECERTIFY_DAYS,
    answerWithinDays: value.ANSWER_WITHIN_DAYS,
    /** The zone in which pages show times: its name in the IANA list, and what people call it. */
    timeZone: { id: value.AGENCY_TIME_ZONE, name: nameOfZone(value.AGENCY_TIME_ZONE) },
    workingCalendar: { timeZone: value.AGENCY_TIME_ZONE, daysOff: new Set(value.AGENCY_HOLIDAYS) },
    pageviewRetentionDays: value.PAGEVIEW_RETENTION_DAYS,
    logLevel: value.LOG_LEVEL,
    agencyName: value.AGENCY_NAME ?? null,
    /** The path of an image, which is read once when the server starts. */
    agencySeal: value.AGENCY_SEAL ?? null,
    agencyAccent: value.AGENCY_ACCENT ?? null,
    naicsCodes: value.NAICS_CODES ?? null,
    pscCodes: value.PSC_CODES ?? null,
    demonstration: value.DEMONSTRATION,
    officialBanner: value.OFFICIAL_BANNER,
    contactEmail: value.CONTACT_EMAIL ?? null,
    /** Null unless mail is on. Then nothing is queued or sent. */
    mail:
      value.SMTP_URL === undefined || value.MAIL_FROM === undefined || value.PUBLIC_ORIGIN === undefined
        ? null
        : {
            server: value.SMTP_URL,
            from: value.MAIL_FROM,
            origin: value.PUBLIC_ORIGIN,
            agencyName: value.AGENCY_NAME ?? null,
            contactEmail: value.CONTACT_EMAIL ?? null,
          },
    /** Null unless the data is also copied to another machine while the server runs. */
    replica:
      value.REPLICA_URL === undefined
        ? null
        : {
            store: value.REPLICA_URL,
            endpoint: value.REPLICA_ENDPOINT ?? null,
            region: value.REPLICA_REGION,
            /** A function, so that printing the settings does not show it. Null to use the machine's own role. */
            credentials: () =>
              value.REPLICA_ACCESS_KEY_ID === undefined || value.REPLICA_SECRET_ACCESS_KEY === undefined
                ? null
                : { keyId: value.REPLICA_ACCESS_KEY_ID, secret: value.REPLICA_SECRET_ACCESS_KEY },
            leaseSeconds: value.REPLICA_LEASE_SECONDS,
            standbySeconds: value.STANDBY_INTERVAL_SECONDS,
            litestreamPath: value.LITESTREAM_PATH ?? null,
            rclonePath: value.RCLONE_PATH,
          },
    /** When the copy that a standby's server reads was last changed. Null for a server that writes. */
    standbyDataAt: value.STANDBY_DATA_AT ?? null,
    standbyCopiedAt: value.STANDBY_COPIED_AT ?? value.STANDBY_DATA_AT ?? null,
    pageThreads: value.PAGE_THREADS,
    threadPoolSize: value.UV_THREADPOOL_SIZE,
  }));

export type Settings = z.output<typeof SETTINGS>;
export type MailSettings = NonNullable<Settings["mail"]>;
export type ReplicaSettings = NonNullable<Settings["replica"]>;

/** The names of all settings. A test compares them with .env.example. */
export const SETTING_NAMES: readonly string[] = Object.keys(SETTINGS.in.shape);

/**
 * Reads the settings from an environment. An empty variable counts as not set.
 * @throws Error that names every invalid setting, without their values.
 */
export function readSettings(environment: Record<string, string | undefined> = process.env): Settings {
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, environment[name] || undefined]));
  const parsed = SETTINGS.safeParse(given, { error: faultText });
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`Fix these settings:\n${faults.join("\n")}`);
}
