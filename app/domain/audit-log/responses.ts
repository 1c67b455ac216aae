import * as z from "zod";
import { AUDIT_OUTCOMES } from "#db/enumerations";
import { instant } from "~/values/responses";

const text = z.string().nullable();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** GET /api/gov/admin/audit. */
export const auditEvent = z
  .object({
    seq: z.int().min(1).meta({ description: "The row's number in the log. Only expired page views leave gaps." }),
    id: z.string(),
    createdAt: instant,
    event: z.string().meta({ description: "What happened. The `event` parameter lists the names." }),
    outcome: z.enum(AUDIT_OUTCOMES),
    actorId: text.meta({ description: "Null if nobody was signed in." }),
    actorEmail: text.meta({
      description: "The user's email. If nobody was signed in, the email that the request claimed, if any.",
    }),
    actorRole: text,
    organizationId: text.meta({ description: "The organization that the event is about." }),
    targetType: text.meta({ description: "The type of the affected record, such as `submission`." }),
    targetId: text.meta({ description: "The id of the affected record, which may no longer exist." }),
    ip: text,
    userAgent: text.meta({ description: "The first 512 characters of the user agent." }),
    requestId: text.meta({ description: "The id of the request, which a header of its response also has." }),
    path: text.meta({ description: "The path of a page view." }),
    referrer: text.meta({ description: "The referrer of a page view." }),
    details: z.record(z.string(), z.unknown()).nullable().meta({
      description:
        "`before` and `after` have the changed fields, and `reason` says why a request was refused. Other fields depend on the event.",
    }),
    prevHash: hash.meta({ description: "The `hash` of the previous row in the same chain." }),
    hash: hash.meta({
      description: "The SHA-256 of the row, including `prevHash`. It reveals any row that was changed or removed.",
    }),
    chain: z.string().meta({
      description: "The row's hash chain: `pageviews`, whose oldest rows expire, or `log`, whose rows stay.",
    }),
  })
  .meta({
    id: "AuditEvent",
    description: "One row of the audit log. Rows never change, and the service removes only expired page views.",
    examples: [
      {
        seq: 4812,
        id: "019c8c05-1be4-7f06-93ad-d70b6e2f58c1",
        createdAt: "2026-03-03T10:20:30.456Z",
        event: "organization_status_changed",
        outcome: "SUCCESS",
        actorId: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16",
        actorEmail: "jordan.reyes@example.com",
        actorRole: "GOV_ADMIN",
        organizationId: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
        targetType: "organization",
        targetId: "019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8",
        ip: "192.0.2.17",
        userAgent: "curl/8.5.0",
        requestId: "019c8c05-1bd9-7aa3-8e57-4f26c0b9d1e8",
        path: null,
        referrer: null,
        details: { before: { status: "NEW" }, after: { status: "ACTIVE" } },
        prevHash: "6e1f0c5b9a7d43288f02b6d9c1e4a7305d8b2f6c90e3a1b7d4f5c8e2069a3b71",
        hash: "b7a90d3e5c1f48627d0e9b3a6c5f2814e7d1c0b8a395f6e24d7b8c1f03a9e652",
        chain: "log",
      },
    ],
  });
