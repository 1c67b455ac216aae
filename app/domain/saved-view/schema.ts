import * as z from "zod";
import { LIMITS } from "~/values/limits";
import { line } from "~/values/text";

const { savedViewNameCharacters, savedViewQueryCharacters } = LIMITS;

/** POST /api/gov/saved-views. */
export const savedViewSchema = z
  .object({
    name: line(1, savedViewNameCharacters).meta({ description: "Replaces your view of this name, ignoring case." }),
    query: z.string().max(savedViewQueryCharacters, `Send at most ${savedViewQueryCharacters} characters`).meta({
      description:
        "The view, filters and order, as in the address of `GET /api/gov/submissions`: without `page`, `pageSize` and `updatedSince`.",
    }),
  })
  .meta({ examples: [{ name: "Overdue pitches", query: "view=due&type=PITCH_MATERIAL" }] });
