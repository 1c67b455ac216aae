import * as z from "zod";
import { CODE_SYSTEMS } from "~/values/classification-codes";

/** GET /api/classification-codes. */
export const foundCodes = z
  .object({
    system: z.enum(CODE_SYSTEMS),
    year: z
      .int()
      .nullable()
      .meta({ description: "The edition of the official table. Null if this portal has no table." }),
    total: z.int().min(0).meta({ description: "How many codes match." }),
    codes: z.array(z.object({ code: z.string(), title: z.string() })).meta({ description: "In the table's order." }),
  })
  .meta({
    id: "ClassificationCodes",
    examples: [
      {
        system: "NAICS",
        year: 2022,
        total: 1,
        codes: [
          {
            code: "334511",
            title:
              "Search, Detection, Navigation, Guidance, Aeronautical, and Nautical System and Instrument Manufacturing",
          },
        ],
      },
    ],
  });
