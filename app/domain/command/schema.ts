import { z } from "zod";
import { identifier, line, optional, paragraphs } from "../text";

/** POST /api/gov/admin/commands. */
export const newCommandSchema = z.object({
  name: line(1, 200),
  abbreviation: line(1, 50),
  echelon: line(1, 100),
  parentId: identifier(255).nullable().optional(),
  location: optional(line(1, 200)),
  mission: optional(paragraphs(1, 4000)),
});
