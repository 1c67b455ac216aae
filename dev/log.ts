const LEVELS: Record<number, string> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warning",
  50: "error",
  60: "fatal",
};

interface LogLine {
  level: number;
  msg?: string;
  err?: { stack?: string };
  [field: string]: unknown;
}

/** A line of the server's log for people: its level, message and fields, and the stack trace below. */
export function readable(line: string): string {
  let parsed: LogLine;
  try {
    parsed = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, msg = "", err, time: _time, ...fields } = parsed;
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const first = [`${LEVELS[level] ?? level}:`, msg, ...rest].join(" ");
  return err?.stack ? `${first}\n${err.stack}` : first;
}

const LISTED = 3;

/** At most three names, and how many more there are: "a.ts, b.ts, c.ts and 5 more". */
export function shortList(names: readonly string[]): string {
  const more = names.length - LISTED;
  return names.slice(0, LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
