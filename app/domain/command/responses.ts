import * as z from "zod";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { isActive } from "../account-administration/responses";

const count = z.int().min(0);

const example = {
  id: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097",
  name: "Naval Systems Command",
  abbreviation: "NSC",
  echelon: "Systems command",
  parentId: "019a7c0f-18aa-7f20-9d3c-0c4b5e6f7a81",
  location: "Arlington, VA",
  mission: "Delivers systems to the fleet.",
};

export const command = z
  .object({
    id: z.string(),
    name: z.string(),
    abbreviation: z.string(),
    echelon: z.string(),
    parentId: z.string().nullable().meta({ description: "The parent command, or null at the top level." }),
    location: z.string().nullable(),
    mission: z.string().nullable(),
  })
  .meta({ id: "Command", description: "A unit in the government's command hierarchy.", examples: [example] });

/** A command named by another record, and the response to creating one. */
export const namedCommand = z.object({ id: z.string(), name: z.string(), abbreviation: z.string() });
export type NamedCommand = z.infer<typeof namedCommand>;

const exampleParent = {
  id: "019a7c0f-18aa-7f20-9d3c-0c4b5e6f7a81",
  name: "Department of the Fleet",
  abbreviation: "DOF",
};

export const commandWithRelations = command
  .extend({
    parent: namedCommand.nullable(),
    ancestors: z.array(namedCommand).meta({ description: "All commands above it, top level first." }),
    children: z
      .array(namedCommand.extend({ echelon: z.string() }))
      .meta({ description: "The commands directly below it, by name." }),
    users: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          role: z.enum(GOVERNMENT_ROLES),
          title: z.string().nullable(),
          active: isActive,
        }),
      )
      .meta({ description: "The command's government users, by name." }),
    counts: z
      .object({ children: count, users: count, engagements: count })
      .meta({ description: "How many records belong to the command. You can delete it only if all are 0." }),
  })
  .meta({
    id: "CommandRecord",
    description: "A command with its parents, children and users.",
    examples: [
      {
        ...example,
        parent: exampleParent,
        ancestors: [exampleParent],
        children: [],
        users: [
          {
            id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16",
            name: "Jordan Reyes",
            role: "GOV_COMMAND_LEAD",
            title: "Program manager",
            active: true,
          },
        ],
        counts: { children: 0, users: 1, engagements: 4 },
      },
    ],
  });
