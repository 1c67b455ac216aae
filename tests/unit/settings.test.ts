import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { readSettings, SETTING_NAMES } from "~/settings.server";

const read = (environment: Record<string, string> = {}) => readSettings({ NODE_ENV: "test", ...environment });

function messageOf(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
}

describe("the settings", () => {
  test("have the right defaults", () => {
    expect(read()).toMatchObject({
      port: 3000,
      publicOrigin: null,
      secureOrigin: false,
      databasePath: "db/ledger.sqlite",
      uploadsDir: "uploads",
      backupDir: "db/backup",
      sessionIdleMinutes: 30,
      sessionAbsoluteHours: 12,
      trustedProxyHops: 0,
      firstAdmin: null,
      credentialsLocked: true,
      searchBackend: "hybrid",
      searchSimilarityThreshold: 0.2,
      backupIntervalMinutes: 15,
      recertifyDays: 365,
      answerWithinDays: 0,
      workingCalendar: { timeZone: "America/New_York", daysOff: new Set() },
      logLevel: "info",
      agencyName: null,
      agencySeal: null,
      agencyAccent: null,
      contactEmail: null,
      demonstration: false,
      officialBanner: false,
    });
  });

  test("set to nothing count as not set", () => {
    expect(read(Object.fromEntries(SETTING_NAMES.map((name) => [name, ""])))).toEqual(read());
  });

  test("unlock credentials only with the literal false", () => {
    for (const value of ["true", "False", "FALSE", "0", "no", "off", " false", "false "]) {
      expect(read({ DEMO_LOCK_CREDENTIALS: value }).credentialsLocked, value).toBe(true);
    }
    expect(read({ DEMO_LOCK_CREDENTIALS: "false" }).credentialsLocked).toBe(false);
  });

  test("recognize an https origin and an http one", () => {
    expect(read({ PUBLIC_ORIGIN: "https://portal.example.gov" })).toMatchObject({ secureOrigin: true });
    expect(read({ PUBLIC_ORIGIN: "http://localhost:3000" })).toMatchObject({ secureOrigin: false });
  });

  test("accept an interval of part of a minute", () => {
    expect(read({ BACKUP_INTERVAL_MINUTES: "0.5" }).backupIntervalMinutes).toBe(0.5);
    expect(read({ BACKUP_INTERVAL_MINUTES: "0" }).backupIntervalMinutes).toBe(0);
  });

  test("read days off, with spaces and empty places", () => {
    const { workingCalendar } = read({ AGENCY_HOLIDAYS: " 2026-12-24, 2026-11-27,,", AGENCY_TIME_ZONE: "Asia/Tokyo" });
    expect(workingCalendar).toEqual({ timeZone: "Asia/Tokyo", daysOff: new Set(["2026-12-24", "2026-11-27"]) });
  });

  const faults: [name: string, value: string][] = [
    ["PORT", "http"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "3000.5"],
    ["PUBLIC_ORIGIN", "portal.example.gov"],
    ["PUBLIC_ORIGIN", "ftp://portal.example.gov"],
    ["PUBLIC_ORIGIN", "https://portal.example.gov/"],
    ["PUBLIC_ORIGIN", "https://portal.example.gov/path"],
    ["SESSION_SECRET", "short"],
    ["SESSION_IDLE_MINUTES", "0"],
    ["SESSION_ABSOLUTE_HOURS", "0"],
    ["TRUSTED_PROXY_HOPS", "-1"],
    ["TRUSTED_PROXY_HOPS", "true"],
    ["SEARCH_BACKEND", "vector"],
    ["SEARCH_SIMILARITY_THRESHOLD", "1.1"],
    ["SEARCH_SIMILARITY_THRESHOLD", "a fifth"],
    ["BACKUP_INTERVAL_MINUTES", "-1"],
    ["ANSWER_WITHIN_DAYS", "251"],
    ["ANSWER_WITHIN_DAYS", "-1"],
    ["ANSWER_WITHIN_DAYS", "2.5"],
    ["AGENCY_HOLIDAYS", "2026-02-30"],
    ["AGENCY_HOLIDAYS", "2026-12-24,Christmas"],
    ["AGENCY_HOLIDAYS", "2026-12-24 2026-12-25"],
    ["AGENCY_HOLIDAYS", Array.from({ length: 401 }, () => "2026-12-24").join()],
    ["AGENCY_TIME_ZONE", "America/Gotham"],
    ["AGENCY_TIME_ZONE", "+05:00"],
    ["AGENCY_ACCENT", "petrol"],
    ["AGENCY_ACCENT", "#0b52"],
    ["AGENCY_ACCENT", "0b5272"],
    ["AGENCY_ACCENT", "#0b5272;}body{display:none"],
    ["LOG_LEVEL", "loud"],
    ["OFFICIAL_BANNER", "yes"],
    ["OFFICIAL_BANNER", "TRUE"],
    ["CONTACT_EMAIL", "help desk"],
    ["OIDC_ISSUER", "idp.example.gov"],
    ["OIDC_ISSUER", "http://idp.example.gov"],
    ["OIDC_ISSUER", "https://user@idp.example.gov"],
    ["OIDC_ISSUER", "https://idp.example.gov/?tenant=1"],
    ["GOVERNMENT_PASSWORDS", "false"],
    ["SMTP_URL", "mail.example.gov"],
    ["SMTP_URL", "http://mail.example.gov"],
    ["SMTP_URL", "smtp://user@mail.example.gov"],
    ["SMTP_URL", "smtp://user:pass%ZZ@mail.example.gov"],
    ["SMTP_URL", "smtp://mail.example.gov?logger=true"],
    ["SMTP_URL", "smtp://user:pass@mail.example.gov?tls=optional"],
    ["MAIL_FROM", "portal"],
    ["MAIL_FROM", "Portal <portal@example.gov>\nBcc: a@example.gov"],
  ];
  for (const [name, value] of faults) {
    test(`refuse ${name}=${value} in one line that says what to enter`, () => {
      const [, ...lines] = messageOf({ [name]: value }).split("\n");
      const own = lines.filter((line) => line.startsWith(`  ${name}: `));
      expect(own).toHaveLength(1);
      // The validation library's own words.
      expect(own.join()).not.toMatch(/Invalid|expected|Too (small|big)/);
    });
  }

  test("name the range of a number, the choices of a switch and the lengths of a text", () => {
    expect(messageOf({ SESSION_IDLE_MINUTES: "0" })).toContain("from 1 to 1440");
    expect(messageOf({ DEMONSTRATION: "yes" })).toContain("true or false");
    expect(messageOf({ SESSION_SECRET: "short" })).toContain("at least 32 characters");
    expect(messageOf({ AGENCY_NAME: "x".repeat(101) })).toContain("at most 100 characters");
  });

  test("report a wrong origin alone, although passkeys depend on it", () => {
    expect(messageOf({ PUBLIC_ORIGIN: "portal", PASSKEYS: "on" })).toMatch(
      /^Fix these settings:\n {2}PUBLIC_ORIGIN: .*$/,
    );
  });

  test("accept an accent only if text can be read, and name the contrast otherwise", () => {
    // #767676 is the lightest gray that is readable on white.
    for (const AGENCY_ACCENT of ["#000000", "#0B5272", "#767676", "#c00000"]) {
      expect(read({ AGENCY_ACCENT }).agencyAccent).toBe(AGENCY_ACCENT);
    }
    expect(() => read({ AGENCY_ACCENT: "#777777" })).toThrow(/AGENCY_ACCENT: .*4\.47:1.*4\.5:1/);
    expect(() => read({ AGENCY_ACCENT: "#ffcc00" })).toThrow(/AGENCY_ACCENT: .*1\.51:1/);
    expect(() => read({ AGENCY_ACCENT: "#ffffff" })).toThrow(/AGENCY_ACCENT: .*1\.00:1/);
  });

  const mail = (SMTP_URL: string) =>
    read({ SMTP_URL, MAIL_FROM: "Portal <portal@example.gov>", PUBLIC_ORIGIN: "https://portal.example.gov" }).mail;

  test("turn mail on only with a server, a sender and an origin, and never show the password", () => {
    expect(read().mail).toBeNull();
    expect(() => read({ SMTP_URL: "smtp://localhost" })).toThrow("MAIL_FROM");
    expect(() => read({ SMTP_URL: "smtp://localhost", MAIL_FROM: "a@example.gov" })).toThrow("PUBLIC_ORIGIN");
    const found = mail("smtps://user:s3cret%40@mail.example.gov");
    expect(found?.from).toEqual({ name: "Portal", address: "portal@example.gov" });
    expect(found?.server).toMatchObject({ host: "mail.example.gov", port: 465, secure: true });
    expect(found?.server.credentials()).toEqual({ user: "user", pass: "s3cret@" });
    expect(inspect(found, { depth: 9 }) + JSON.stringify(found)).not.toContain("s3cret");
    expect(() => mail("smtp://user:s3cret@mail.example.gov/path")).toThrow(/^(?!.*s3cret)/s);
  });

  test("require TLS of a mail server, except on this machine or if the operator says otherwise", () => {
    const requiresTls = (url: string) => mail(url)?.server.requiresTls;
    expect(requiresTls("smtp://mail.example.gov:587")).toBe(true);
    expect(requiresTls("smtp://mail.example.gov?tls=optional")).toBe(false);
    expect(requiresTls("smtp://127.0.0.1:2525")).toBe(false);
    expect(requiresTls("smtp://[::1]:2525")).toBe(false);
    expect(requiresTls("smtp://127.0.0.1.example.gov")).toBe(true);
  });

  test("turn single sign-on on only with an issuer, a client and an origin, and never show the secret", () => {
    const provider = { OIDC_ISSUER: "https://idp.example.gov", OIDC_CLIENT_ID: "portal" };
    const PUBLIC_ORIGIN = "https://portal.example.gov";
    expect(read()).toMatchObject({ identityProvider: null, governmentPasswords: true });
    expect(() => read({ OIDC_ISSUER: provider.OIDC_ISSUER, PUBLIC_ORIGIN })).toThrow("OIDC_CLIENT_ID");
    expect(() => read({ OIDC_CLIENT_ID: "portal", PUBLIC_ORIGIN })).toThrow("OIDC_ISSUER");
    expect(() => read({ OIDC_CLIENT_SECRET: "s3cret" })).toThrow("OIDC_ISSUER");
    expect(() => read({ OIDC_ACR_VALUES: "urn:example:piv" })).toThrow("OIDC_ISSUER");
    expect(() => read(provider)).toThrow("PUBLIC_ORIGIN");
    expect(() => read({ GOVERNMENT_PASSWORDS: "off" })).toThrow("GOVERNMENT_PASSWORDS");
    const withoutPasswords = { ...provider, PUBLIC_ORIGIN, GOVERNMENT_PASSWORDS: "off" };
    const strict = { ...withoutPasswords, REQUIRE_SECOND_FACTOR: "government" };
    expect(() => read(strict)).toThrow("OIDC_ACR_VALUES");
    expect(read({ ...strict, OIDC_ACR_VALUES: "urn:example:piv" })).toMatchObject({ governmentPasswords: false });
    expect(read(withoutPasswords)).toMatchObject({ governmentPasswords: false });
    const found = read({ ...provider, PUBLIC_ORIGIN, OIDC_CLIENT_SECRET: "s3cret", OIDC_ACR_VALUES: " a  b " });
    expect(found.identityProvider).toMatchObject({ issuer: provider.OIDC_ISSUER, acrValues: ["a", "b"] });
    expect(found.identityProvider?.clientSecret()).toBe("s3cret");
    expect(inspect(found, { depth: 9 }) + JSON.stringify(found)).not.toContain("s3cret");
  });

  test("require an administrator's email and password together", () => {
    const [email, password] = ["root@example.gov", "Correct-Horse-7-Battery"];
    expect(() => read({ ADMIN_EMAIL: email })).toThrow("ADMIN_EMAIL");
    expect(() => read({ ADMIN_PASSWORD: password })).toThrow("ADMIN_EMAIL");
    expect(read({ ADMIN_EMAIL: "Root@Example.gov", ADMIN_PASSWORD: password }).firstAdmin).toEqual({
      email,
      password,
      name: "System administrator",
    });
  });

  test("refuse to call a demonstration an official website", () => {
    const both = { OFFICIAL_BANNER: "true", DEMONSTRATION: "true" };
    expect(() => read(both)).toThrow(/OFFICIAL_BANNER: .*DEMONSTRATION/);
    expect(read({ OFFICIAL_BANNER: "true", DEMONSTRATION: "false" })).toMatchObject({ officialBanner: true });
  });

  test("report every problem at the same time, without the values", () => {
    const refusal = () => read({ PORT: "a-secret", SESSION_SECRET: "another-secret" });
    expect(refusal).toThrow(/PORT[\s\S]*SESSION_SECRET/);
    expect(refusal).not.toThrow(/a-secret|another-secret/);
  });

  test("are all named in .env.example, and nothing else is", () => {
    const example = readFileSync(".env.example", "utf8");
    const named = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name);
    expect(named.sort()).toEqual([...SETTING_NAMES].sort());
  });
});
