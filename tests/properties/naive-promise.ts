/*
 * The clock of a promise once more, day by day and as simply as possible, from what an audit log tells. It shares no code
 * with the service.
 */

export type Fact =
  | { at: string; event: "created"; promisedDays: number }
  | { at: string; event: "message"; side: "GOVERNMENT" | "INDUSTRY"; asksAnswer: boolean }
  | { at: string; event: "answered" }
  | { at: string; event: "archived" }
  | { at: string; event: "call closed" | "call opened" | "reviewed" };

export interface NaivePromise {
  state: string;
  dueOn: string | null;
  isOverdue: boolean;
  isDueSoon: boolean;
  workingDaysLeft: number | null;
}

const localDays = new Map<string, Intl.DateTimeFormat>();

/** The local day of an instant, from the parts that a clock on the wall there would show. */
function localDay(timeZone: string, at: string): string {
  const format =
    localDays.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      ...{ year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" },
    });
  localDays.set(timeZone, format);
  const part = (type: string) => Number(format.formatToParts(Date.parse(at)).find((one) => one.type === type)?.value);
  const two = (number: number) => String(number).padStart(2, "0");
  return `${part("year")}-${two(part("month"))}-${two(part("day"))}`;
}

/** Remembers results by day: ten thousand histories share their days. */
function byDay<Result>(find: (day: string) => Result): (day: string) => Result {
  const found = new Map<string, Result>();
  return (day) => {
    const known = found.get(day);
    if (known !== undefined) return known;
    const result = find(day);
    found.set(day, result);
    return result;
  };
}

function shifted(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const nextDay = byDay((day) => shifted(day, 1));

const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

/** Whether the law names this very day, wherever in the week it is. */
function isNamed(day: string): boolean {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const fixed = ["1-1", "7-4", "11-11", "12-25"].includes(`${month}-${date}`);
  if (fixed || (month === 6 && date === 19 && year >= 2021)) return true;
  const nth = Math.ceil(date / 7);
  const isLast = Number(shifted(day, 7).slice(5, 7)) !== month;
  if (weekday(day) === 4) return month === 11 && nth === 4;
  if (weekday(day) !== 1) return false;
  return (
    ((month === 1 || month === 2) && nth === 3) ||
    (month === 5 && isLast) ||
    (month === 9 && nth === 1) ||
    (month === 10 && nth === 2)
  );
}

const isLawful = byDay((day) => {
  const inWeek = weekday(day);
  if (inWeek === 0 || inWeek === 6 || isNamed(day)) return false;
  if (inWeek === 5 && isNamed(shifted(day, 1))) return false;
  return !(inWeek === 1 && isNamed(shifted(day, -1)));
});

const naiveWorkingDay = (day: string, daysOff: readonly string[]): boolean => isLawful(day) && !daysOff.includes(day);

/** A fact with its local day. */
type Dated = Fact & { day: string };

/** Whether a question was open when a day ended. */
function isWaiting(facts: readonly Dated[], day: string): boolean {
  let waiting = false;
  for (const fact of facts) {
    if (fact.event !== "message" || fact.day > day) continue;
    if (fact.side === "INDUSTRY") waiting = false;
    else if (fact.asksAnswer) waiting = true;
  }
  return waiting;
}

/** Days without an end, after which the clock is taken to stand still. No history lasts half as long. */
const MOST_DAYS = 1_000;

/** @param facts of one submission, in their order, up to now */
export function naivePromise(
  facts: readonly Fact[],
  { timeZone, daysOff }: { timeZone: string; daysOff: readonly string[] },
  now: string,
): NaivePromise {
  const none = { dueOn: null, isOverdue: false, isDueSoon: false, workingDaysLeft: null };
  const created = facts.find((fact) => fact.event === "created");
  if (created?.event !== "created" || created.promisedDays === 0) return { state: "NONE", ...none };
  const answered = facts.find(({ event }) => event === "answered");
  const end = answered ?? facts.find(({ event }) => event === "archived");
  const present = localDay(timeZone, end?.at ?? now);
  // The end closes a question, and nothing after it counts.
  const heard = (end ? facts.slice(0, facts.indexOf(end)) : facts).map((fact) => ({
    ...fact,
    day: localDay(timeZone, fact.at),
  }));
  const counted = (day: string) => naiveWorkingDay(day, daysOff) && !(isWaiting(heard, day) && (!end || day < present));
  let [day, left] = [localDay(timeZone, created.at), created.promisedDays];
  for (let tried = 0; left > 0; tried += 1) {
    if (tried === MOST_DAYS) return { ...none, state: "STOPPED", workingDaysLeft: left };
    day = nextDay(day);
    if (counted(day)) left -= 1;
  }
  if (end) return { ...none, dueOn: day, state: present > day ? "MISSED" : answered ? "KEPT" : "ENDED" };
  if (present > day) return { ...none, dueOn: day, state: "MISSED", isOverdue: true };
  let ahead = 0;
  for (let one = present; one < day; one = nextDay(one)) if (naiveWorkingDay(nextDay(one), daysOff)) ahead += 1;
  return { ...none, dueOn: day, state: "RUNNING", isDueSoon: ahead <= 3 };
}
