/** The announcement that a route, or part of it, will stop working. Responses and the API's document carry it. */
export interface Deprecation {
  /** The day it becomes deprecated, YYYY-MM-DD. */
  since: string;
  /** The day it stops working, YYYY-MM-DD. */
  sunset: string;
  /** What stops working, and what to use instead, in a sentence. */
  reason: string;
}

/** The page section that explains deprecation. */
const EXPLANATION = "/developers#versions";

/** Deprecation (RFC 9745), Sunset (RFC 8594), and a Link to the explanation. */
export function deprecationHeaders({ since, sunset }: Deprecation): [name: string, value: string][] {
  return [
    ["deprecation", `@${Date.parse(since) / 1000}`],
    ["sunset", new Date(sunset).toUTCString()],
    ["link", `<${EXPLANATION}>; rel="deprecation"; type="text/html"`],
  ];
}

/** The announcement in words, for the document. */
export function describeDeprecation({ since, sunset, reason }: Deprecation): string {
  return `**Deprecated** since ${since}. It stops working on ${sunset}. ${reason}`;
}
