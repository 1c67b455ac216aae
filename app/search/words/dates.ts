import { dayAfter, startOfDay } from "~/values/days";

/*
 * Days as people write them. The index has, for a day, its names and three words that no query can spell: of the day, the
 * month and the year. A date in a query stands for the words of the days that it can mean.
 */

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
] as const;
const WEEKDAYS: readonly string[] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const ABBREVIATED = 3;

/** Begins a word of the private use area. */
const MARK = "\ue000";
const dayWord = (day: string) => `${MARK}d${day.replaceAll("-", "")}`;
const monthWord = (month: string) => `${MARK}m${month.replace("-", "")}`;
const yearWord = (year: string | number) => `${MARK}y${year}`;

/** The words of the index for a day, YYYY-MM-DD. */
export function wordsOfDay(day: string): string {
  const [year = "", month = "", date = ""] = day.split("-");
  const monthName = MONTHS[Number(month) - 1] ?? "";
  const weekday = WEEKDAYS[new Date(startOfDay(day)).getUTCDay()] ?? "";
  const names = [monthName, monthName.slice(0, ABBREVIATED), weekday, String(Number(date)), year];
  return [dayWord(day), monthWord(day.slice(0, 7)), yearWord(year), ...names].join(" ");
}

/** A date in a query. */
interface WrittenDate {
  /** Where it is, in UTF-16 code units. */
  start: number;
  end: number;
  /** The words of the index of the days that it can mean. */
  words: string[];
}

const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const DAY = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "((?:19|20)\\d\\d)";
const WEEKDAY = "(sunday|monday|tuesday|wednesday|thursday|friday|saturday)";

type Reader = (groups: readonly (string | undefined)[], today: string) => string[];

/** How people write dates, the longer forms first. The expressions have no repetition of unknown length. */
const FORMS: readonly (readonly [pattern: string, read: Reader])[] = [
  [`${YEAR}-(\\d{2})-(\\d{2})`, ([year, month, day]) => exactDay(year, month, day)],
  [`(\\d{1,2})/(\\d{1,2})/${YEAR}`, ([month, day, year]) => exactDay(year, month, day)],
  ["(\\d{1,2})/(\\d{1,2})", ([month, day], today) => nearDay(month, day, today)],
  [`${MONTH}\\.? ${DAY},? ${YEAR}`, ([month, day, year]) => exactDay(year, monthNumber(month), day)],
  [`${DAY} (?:of )?${MONTH}\\.?,? ${YEAR}`, ([day, month, year]) => exactDay(year, monthNumber(month), day)],
  [`${MONTH}\\.?,? ${YEAR}`, ([month, year]) => [monthWord(`${year}-${monthNumber(month)}`)]],
  [`${MONTH}\\.? ${DAY}`, ([month, day], today) => nearDay(monthNumber(month), day, today)],
  [`${DAY} (?:of )?${MONTH}`, ([day, month], today) => nearDay(monthNumber(month), day, today)],
  [`q([1-4]),? ${YEAR}`, ([quarter, year]) => quarterMonths(`${year}`, Number(quarter))],
  ["(this|next|last) (week|month|quarter|year)", ([which, unit], today) => period(which, unit, today)],
  ["(today|tomorrow|yesterday)", ([name], today) => shifted(today, RELATIVE_DAYS[name ?? ""] ?? 0)],
  [`(?:(this|next|last) )?${WEEKDAY}`, ([which, name], today) => weekdayNear(which, name, today)],
  [`(?:in )?${MONTH}`, ([month], today) => nearMonth(monthNumber(month), today)],
  [YEAR, ([year]) => [yearWord(year ?? "")]],
];
const RELATIVE_DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };
const SHIFTS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 };
const DAYS_OF_WEEK = 7;
const MONTHS_OF_QUARTER = 3;

const compiled = FORMS.map(
  ([pattern, read]) => [new RegExp(`(?<![\\p{L}\\p{N}/-])${pattern}(?![\\p{L}\\p{N}/-])`, "giu"), read] as const,
);

/**
 * The dates of a query, in order. A day without a year means the last, this or the next one, a day of the week the nearest.
 * @param today the day in the agency's time zone, YYYY-MM-DD
 */
export function readDates(text: string, today: string): WrittenDate[] {
  const found: WrittenDate[] = [];
  for (const [pattern, read] of compiled) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const words = read(match.slice(1), today);
      if (words.length > 0) found.push({ start, end, words });
    }
  }
  return found.sort((one, other) => one.start - other.start);
}

const two = (number: number | string | undefined) => String(number ?? "").padStart(2, "0");
const monthNumber = (name = "") =>
  two(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase().slice(0, ABBREVIATED))) + 1);

/** The word of a day; none for a day that does not exist, such as February 30. */
function exactDay(year = "", month = "", day = ""): string[] {
  const written = `${year}-${two(month)}-${two(day)}`;
  const time = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(written) ? [dayWord(written)] : [];
}

const yearsAround = (today: string) => [0, 1, -1].map((shift) => String(Number(today.slice(0, 4)) + shift));
const nearDay = (month: string | undefined, day: string | undefined, today: string) =>
  yearsAround(today).flatMap((year) => exactDay(year, month, day));
const nearMonth = (month: string, today: string) => yearsAround(today).map((year) => monthWord(`${year}-${month}`));

const shifted = (day: string, days: number): string[] => {
  const found = dayAfter(day, days);
  return found === null ? [] : [dayWord(found)];
};
const weekdayOf = (day: string) => new Date(startOfDay(day)).getUTCDay();

/** The seven days of a week that begins on a Sunday. */
function weekFrom(day: string): string[] {
  return Array.from({ length: DAYS_OF_WEEK }, (_unused, index) => shifted(day, index)).flat();
}

function quarterMonths(year: string, quarter: number): string[] {
  const first = (quarter - 1) * MONTHS_OF_QUARTER + 1;
  return [0, 1, 2].map((index) => monthWord(`${year}-${two(first + index)}`));
}

function period(which = "", unit = "", today: string): string[] {
  const shift = SHIFTS[which.toLowerCase()] ?? 0;
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  if (unit.toLowerCase() === "year") return [yearWord(year + shift)];
  if (unit.toLowerCase() === "week") {
    const sunday = dayAfter(today, shift * DAYS_OF_WEEK - weekdayOf(today));
    return sunday === null ? [] : weekFrom(sunday);
  }
  if (unit.toLowerCase() === "month") {
    const first = new Date(Date.UTC(year, month - 1 + shift, 1)).toISOString();
    return [monthWord(first.slice(0, 7))];
  }
  const quarter = Math.floor((month - 1) / MONTHS_OF_QUARTER) + shift;
  const first = new Date(Date.UTC(year, quarter * MONTHS_OF_QUARTER, 1));
  return quarterMonths(String(first.getUTCFullYear()), Math.floor(first.getUTCMonth() / MONTHS_OF_QUARTER) + 1);
}

/** The next or last such day; without a word before it, both. */
function weekdayNear(which = "", name = "", today: string): string[] {
  const ahead = (WEEKDAYS.indexOf(name.toLowerCase()) - weekdayOf(today) + DAYS_OF_WEEK) % DAYS_OF_WEEK;
  const coming = ahead === 0 ? DAYS_OF_WEEK : ahead;
  const days = {
    next: [coming, coming + DAYS_OF_WEEK],
    last: [ahead - DAYS_OF_WEEK],
    this: [ahead],
  }[which.toLowerCase()] ?? [ahead, ahead - DAYS_OF_WEEK];
  return days.flatMap((shift) => shifted(today, shift));
}
