import * as z from "zod";
import { instant } from "~/values/responses";

export const presetTag = z
  .object({
    id: z.string(),
    label: z.string(),
    aliases: z.string().meta({ description: "Its other names, with commas between." }),
    createdAt: instant,
  })
  .meta({
    id: "PresetTag",
    description: "A tag that tag fields suggest.",
    examples: [
      {
        id: "019ca2b7-4f1d-7e03-8a66-c0d1e2f3a4b5",
        label: "counter-uas",
        aliases: "drones,unmanned aircraft",
        createdAt: "2026-03-02T15:00:00.000Z",
      },
    ],
  });
