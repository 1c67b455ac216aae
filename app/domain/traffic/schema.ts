import * as z from "zod";
import { daysBetween } from "~/values/days";
import { LIMITS } from "~/values/limits";
import { day } from "~/values/text";
import { MAX_DAYS } from "./rules";

/**
 * A path of this site as a page reports it. It is stored as sent, because it is counted and never followed. The JSON
 * reader refuses a body with characters that cannot be stored (NUL, lone surrogates).
 */
const path = z
  .string("Send text")
  .min(1, { abort: true })
  .max(
    LIMITS.pageviewPathCharacters,
    `Enter at most ${LIMITS.pageviewPathCharacters.toLocaleString("en-US")} characters`,
  )
  .startsWith("/", "Start the path with /")
  .regex(/^[^?#]*$/, "Leave out the query and the fragment (? and #)");

/** POST /api/analytics/pageview. */
export const pageviewSchema = z
  .object({
    path: path.meta({
      description: "The path of the viewed page, without a query or fragment.",
    }),
    referrer: path.nullable().optional().meta({ description: "The path of the previous page, in the same form." }),
  })
  .meta({ examples: [{ path: "/calls/019cb0a4-52f6-7c81-b3d9-4e6a7f8091c2", referrer: "/calls" }] });

/** The days that the traffic page shows, including both ends. */
export const trafficRangeSchema = z
  .object({ from: day.optional(), to: day.optional() })
  .superRefine(({ from, to }, context) => {
    if (from === undefined || to === undefined) return;
    const days = daysBetween(from, to);
    if (days >= 1 && days <= MAX_DAYS) return;
    const message = days < 1 ? "Choose a last day on or after the first day" : `Choose at most ${MAX_DAYS} days`;
    context.addIssue({ code: "custom", path: ["to"], message, params: { code: "out_of_range" } });
  });
