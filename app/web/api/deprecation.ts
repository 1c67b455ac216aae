/** That a route goes, or something of it, as its answers and the API's document announce it. */
export interface Deprecation {
  /** The day from which it should be used no more, YYYY-MM-DD. */
  since: string;
  /** The day on which it goes, YYYY-MM-DD. */
  sunset: string;
  /** What goes, and what takes its place, in a sentence. */
  reason: string;
}

/** Where the announcement is explained. */
const EXPLANATION = "/developers#versions";

/** The headers that announce it: Deprecation (RFC 9745), Sunset (RFC 8594), and a Link to what explains them. */
export function deprecationHeaders({ since, sunset }: Deprecation): [name: string, value: string][] {
  return [
    ["deprecation", `@${Date.parse(since) / 1000}`],
    ["sunset", new Date(sunset).toUTCString()],
    ["link", `<${EXPLANATION}>; rel="deprecation"; type="text/html"`],
  ];
}

/** The same in words, for the document. */
export function describeDeprecation({ since, sunset, reason }: Deprecation): string {
  return `**Deprecated** since ${since}, and gone on ${sunset}. ${reason}`;
}
