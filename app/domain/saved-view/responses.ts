import * as z from "zod";

export const savedView = z.object({ id: z.string(), name: z.string(), query: z.string() }).meta({
  id: "SavedView",
  description: "Your name for a view of the list of submissions.",
  examples: [
    { id: "019cb2d0-6f3c-7a41-9c88-1d2e3f405162", name: "Overdue pitches", query: "view=due&type=PITCH_MATERIAL" },
  ],
});
