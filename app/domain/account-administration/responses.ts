import * as z from "zod";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { emailAddress, instant } from "~/values/responses";

export const isActive = z.boolean().meta({ description: "Whether the person can sign in." });

export const lastSignInAt = instant.nullable().meta({ description: "Null if the person has not signed in yet." });

const titled = z.object({ id: z.string(), title: z.string() });
const listed = <Item extends z.ZodType>(item: Item, description: string) =>
  z.object({ total: z.int().min(0), items: z.array(item) }).meta({ description });

/** GET /api/accounts/<id>/assignments. */
export const assignments = z
  .object({
    reviews: listed(titled, "Submissions without a review that are routed to the person."),
    calls: listed(titled, "Calls that the person wrote or took over, if they are drafts, scheduled or open."),
    engagements: listed(
      titled,
      "Engagements that the person recorded or took over, if they are planned or need follow-up.",
    ),
    tasks: listed(
      z.object({ id: z.string(), text: z.string(), engagementId: z.string() }),
      "The person's follow-up tasks that are not done, those due first.",
    ),
    tags: z.array(z.string()).meta({ description: "The tags that the person follows." }),
    submissions: listed(titled, "The person's submissions without a review, with those they took over."),
    invitations: listed(
      z.object({ id: z.string(), email: emailAddress }),
      "The person's open invitations. Deactivating the account withdraws them.",
    ),
  })
  .meta({
    id: "Assignments",
    description:
      "What is assigned or addressed to a person, newest first, and tasks by due date. Each list has at most 50 items, and `total` counts all.",
    examples: [
      {
        reviews: { total: 1, items: [{ id: "019c0f5a-6d13-7c0e-9a77-20d4b1f3c8e5", title: "A quiet rotor" }] },
        calls: { total: 0, items: [] },
        engagements: { total: 0, items: [] },
        tasks: { total: 0, items: [] },
        tags: ["rotors"],
        submissions: { total: 0, items: [] },
        invitations: { total: 0, items: [] },
      },
    ],
  });

/** GET /api/accounts/<id>/sessions. */
export const accountSession = z
  .object({
    id: z.string(),
    browser: z.string().meta({ description: "The browser or program, as it names itself." }),
    ip: z.string().nullable(),
    createdAt: instant,
    lastSeenAt: instant,
    isCurrent: z.boolean().meta({ description: "Whether it is the session of this request." }),
  })
  .meta({
    id: "AccountSession",
    description: "An open session of an account.",
    examples: [
      {
        id: "5f0c9d1e8b7a46d2a3c4e5f60718293a",
        browser: "Firefox 140 on Linux",
        ip: "192.0.2.17",
        createdAt: "2026-03-02T14:55:12.345Z",
        lastSeenAt: "2026-03-02T15:04:05.678Z",
        isCurrent: false,
      },
    ],
  });

/** DELETE /api/accounts/<id>/sessions. */
export const endedSessions = z.object({ ended: z.int().min(0).meta({ description: "How many sessions ended." }) });

/** GET /api/gov/admin/recertification. */
export const accountToConfirm = z
  .object({
    id: z.string(),
    email: emailAddress,
    name: z.string(),
    role: z.enum(GOVERNMENT_ROLES),
    title: z.string().nullable(),
    command: z.object({ id: z.string(), abbreviation: z.string() }).nullable(),
    lastSignInAt,
    confirmedAt: instant.meta({ description: "When the account was last confirmed, or created." }),
  })
  .meta({
    id: "AccountToConfirm",
    description: "A government account that someone should confirm.",
    examples: [
      {
        id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16",
        email: "jordan.reyes@example.com",
        name: "Jordan Reyes",
        role: "GOV_COMMAND_LEAD",
        title: "Program manager",
        command: { id: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097", abbreviation: "NSC" },
        lastSignInAt: "2026-01-12T09:30:00.000Z",
        confirmedAt: "2025-01-15T10:30:00.000Z",
      },
    ],
  });

/** POST /api/gov/admin/recertification. */
export const recertified = z.object({ confirmed: z.int().min(0), deactivated: z.int().min(0) });
