import { DAY_MILLISECONDS } from "./days";
import { remembered } from "./remembered";

/* Instants and the local times of a time zone, which is named as in the IANA list. */

/** Makes the formatters of a kind, one for each zone: creating one takes much longer than using it. */
function formattersOf(locale: string, options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const formatter = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, formatter);
    return formatter;
  };
}

const DAY = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const CLOCK = { hourCycle: "h23", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
const dayFormatterOf = formattersOf("en-CA", DAY);
const formatterOf = formattersOf("en-US", { ...DAY, ...CLOCK, timeZoneName: "short" });

/** Whether a name is an IANA time zone that this machine knows. An offset such as +05:00 is not a name. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return dayFormatterOf(name) !== null;
  } catch {
    return false;
  }
}

/** What people call a zone all year: "Eastern Time". Only for the server, because not every browser knows these names. */
export function nameOfZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longGeneric" }).formatToParts();
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
  return name === "GMT+00:00" ? "UTC" : name;
}

interface LocalTime {
  /** YYYY-MM-DD */
  day: string;
  /** From 00 to 23. */
  hour: string;
  minute: string;
  second: string;
  /** "EST", or "GMT+5:30" for a zone without letters of its own in American English. */
  zone: string;
}

/** Enough for a page that shows a thousand days. */
const MOST_OFFSETS = 1_000;
const DAY_SECONDS = DAY_MILLISECONDS / 1000;
const DAY_CHARACTERS = "YYYY-MM-DD".length;

export function localTimeOf(timeZone: string, instant: Date): LocalTime {
  const offset = steadyOffset(timeZone, instant);
  if (offset === null) return readClock(timeZone, instant);
  // As if the zone's clock were UTC.
  const seconds = Math.floor((instant.getTime() + offset.milliseconds) / 1000);
  const dayNumber = Math.floor(seconds / DAY_SECONDS);
  const ofDay = seconds - dayNumber * DAY_SECONDS;
  return {
    day: dayOfNumber(`${dayNumber}`),
    hour: twoDigits(Math.floor(ofDay / 3600)),
    minute: twoDigits(Math.floor(ofDay / 60) % 60),
    second: twoDigits(ofDay % 60),
    zone: offset.zone,
  };
}

const twoDigits = (number: number) => (number < 10 ? `0${number}` : `${number}`);

const dayOfNumber = remembered(MOST_OFFSETS, (dayNumber) =>
  new Date(Number(dayNumber) * DAY_MILLISECONDS).toISOString().slice(0, DAY_CHARACTERS),
);

function readClock(timeZone: string, instant: Date): LocalTime {
  const found = formatterOf(timeZone).formatToParts(instant);
  const {
    hour = "",
    minute = "",
    second = "",
    timeZoneName: zone = "",
  } = Object.fromEntries(found.map(({ type, value }) => [type, value]));
  return { day: readDay(timeZone, instant), hour, minute, second, zone };
}

interface Offset {
  /** How far the zone's clocks are ahead of UTC. */
  milliseconds: number;
  zone: string;
}

const YEAR_9999 = Date.UTC(9999, 0, 1);

/**
 * A zone's offset from UTC at an instant, or null if its clocks change on that day. Reading a clock takes Intl some
 * microseconds, and a page shows many times of few days. Before 1970, and from 9999 on, only Intl knows.
 */
function steadyOffset(timeZone: string, instant: Date): Offset | null {
  const time = instant.getTime();
  return time >= 0 && time < YEAR_9999 ? offsetOfDay(`${Math.floor(time / DAY_MILLISECONDS)} ${timeZone}`) : null;
}

const offsetOfDay = remembered(MOST_OFFSETS, (key) => {
  const [number, timeZone = ""] = key.split(" ");
  const [before, after] = [Number(number), Number(number) + 1].map((dayNumber) => {
    const at = dayNumber * DAY_MILLISECONDS;
    const { day, hour, minute, second, zone } = readClock(timeZone, new Date(at));
    return { milliseconds: Date.parse(`${day}T${hour}:${minute}:${second}Z`) - at, zone };
  });
  const isSteady = before?.milliseconds === after?.milliseconds && before?.zone === after?.zone;
  return (isSteady && before) || null;
});

/** The day of an instant in a time zone. */
export const dayIn = (timeZone: string, instant: Date | string): string =>
  localTimeOf(timeZone, typeof instant === "string" ? new Date(instant) : instant).day;

/** Days on which a zone may be in another year than UTC. No zone is a whole day from UTC. */
const TURNS_OF_YEAR: ReadonlySet<string> = new Set(["12-31", "01-01"]);

/** The year of a date that is a day or an instant. Much faster than `dayOf` for many dates. */
export function yearOf(timeZone: string, date: string): string {
  const isSure = !TURNS_OF_YEAR.has(date.slice("YYYY-".length, DAY_CHARACTERS));
  return (isSure ? date : dayOf(timeZone, date)).slice(0, "YYYY".length);
}

/** The day of a date that is a day or an instant. */
export const dayOf = (timeZone: string, date: string): string => (date.includes("T") ? dayIn(timeZone, date) : date);

const readDay = (timeZone: string, instant: Date): string =>
  dayFormatterOf(timeZone)
    .format(instant)
    // The formatter leaves out the zeros of a year such as 0050.
    .padStart(DAY_CHARACTERS, "0");

/** A date and time without a zone, as browsers send it. Formatters have no year 0000. */
const LOCAL = /^(?!0000)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/;
const FOUR_DIGIT_YEAR = /^\d{4}-/;
const TO_MINUTES = "YYYY-MM-DDTHH:MM".length;

/**
 * The instant of a local time such as 2026-11-23T18:59. When clocks go back, an hour comes twice, and this is the first.
 * When they go forward, the hour that does not exist is read by the clock before the change, so 2:30 is 3:30.
 * @returns null if the text is not a date and time, or its instant is in a year without four digits
 */
export function instantOf(timeZone: string, local: string): Date | null {
  const asUtc = new Date(`${local}Z`);
  // Dates such as February 30 become others.
  const isExact =
    LOCAL.test(local) && !Number.isNaN(asUtc.getTime()) && asUtc.toISOString().startsWith(local.slice(0, TO_MINUTES));
  if (!isExact) return null;
  const offsetAt = (instant: Date) => wallClock(timeZone, instant) - Math.floor(instant.getTime() / 1000) * 1000;
  // No zone changes its clock twice within two days.
  const [before, after] = [-1, 1].map((days) => offsetAt(new Date(asUtc.getTime() + days * DAY_MILLISECONDS)));
  const [early, late] = [before, after].map((offset = 0) => new Date(asUtc.getTime() - offset));
  const isShown = (instant: Date | undefined) => instant && offsetAt(instant) === asUtc.getTime() - instant.getTime();
  const found = isShown(early) || !isShown(late) ? early : late;
  return found && FOUR_DIGIT_YEAR.test(found.toISOString()) ? found : null;
}

/** What a clock shows at an instant, in milliseconds as if it were UTC. */
function wallClock(timeZone: string, instant: Date): number {
  const { day, hour, minute, second } = localTimeOf(timeZone, instant);
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}
