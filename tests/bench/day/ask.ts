import type { Random } from "~/demo/stage/random";
import type { Person, Records } from "./people";

/** One request, and what it must be answered with. */
export interface Ask {
  path: string;
  method?: "POST" | "PUT" | "PATCH";
  headers?: Record<string, string>;
  body?: string | FormData;
  status: number;
  /** Sends the ETag of the last response, if there is one. The response may then be a 304. */
  isConditional?: boolean;
  /** Gets the body of the expected response. */
  onBody?: (text: string) => void;
}

export interface Kind {
  name: string;
  audience: readonly Person["audience"][];
  /** How often, compared with the others of the same audience. */
  share: number;
  /** @returns null if this person has nothing left for such a request */
  ask: (person: Person, random: Random, records: Records) => Ask | null;
}

type Path = (person: Person, random: Random, records: Records) => string | null;

/** A kind of request that reads a page or a list. */
export const read = (
  name: string,
  share: number,
  audience: Kind["audience"],
  path: Path,
  isConditional = false,
): Kind => ({
  name,
  audience,
  share,
  ask(person, random, records) {
    const found = path(person, random, records);
    return found === null ? null : { path: found, status: 200, isConditional };
  },
});

export const address = (path: string, parameters: Record<string, string>): string =>
  `${path}?${new URLSearchParams(parameters)}`;

/** One of some values; null if there are none. */
export const oneOf = <Value>(random: Random, values: readonly Value[]): Value | null =>
  values.length === 0 ? null : random.pick(values);

/**
 * Sends a request and checks the status.
 * @returns the milliseconds that the person waited; null if the server refused the request because it is busy
 */
export async function send(origin: string, person: Person, asked: Ask): Promise<number | null> {
  const { path, method = "GET", headers, body, status, isConditional, onBody } = asked;
  const etag = isConditional ? person.seen.get(path) : undefined;
  const started = performance.now();
  const response = await fetch(origin + path, {
    method,
    redirect: "manual",
    headers: {
      "x-forwarded-for": person.address,
      ...(person.cookie !== "" && { cookie: person.cookie }),
      ...(etag !== undefined && { "if-none-match": etag }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const milliseconds = performance.now() - started;
  if (response.status === 429) return null;
  if (response.status !== status && !(etag !== undefined && response.status === 304)) {
    throw new Error(
      `${method} ${path} as ${person.role || "a visitor"} returned ${response.status}, not ${status}: ${text.slice(0, 500)}`,
    );
  }
  const tag = response.headers.get("etag");
  if (isConditional && tag) person.seen.set(path, tag);
  onBody?.(text);
  return milliseconds;
}
