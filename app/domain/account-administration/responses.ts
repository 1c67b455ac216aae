import { z } from "zod";
import { instant } from "~/values/responses";

export const isActive = z.boolean().meta({ description: "Whether the person can sign in." });

export const lastSignInAt = instant.nullable().meta({ description: "Null if the person has not signed in yet." });
