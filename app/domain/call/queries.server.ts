import { eq } from "drizzle-orm";
import { z } from "zod";
import type { CallStatus } from "#db/enumerations";
import { statement } from "#db/open";
import { call } from "#db/schema";
import { notFound } from "../../errors";
import { LIMITS } from "../../limits";
import { defineQuery } from "../operation.server";
import { effectiveStatus, isPublic, takesSubmissions } from "./rules";

export interface OpenCall {
  id: string;
  title: string;
  description: string;
  techTags: string;
  status: CallStatus;
  closesAt: string | null;
}

/** The release time passes by the clock of the query; the last day likewise. A call without a deadline comes last. */
export const SELECT_OPEN_CALLS = `
  SELECT id, title, description, tech_tags AS techTags, 'OPEN' AS status, closes_at AS closesAt
  FROM call
  WHERE (status = 'OPEN' OR (status = 'PENDING' AND releases_at <= @now)) AND (closes_at IS NULL OR closes_at > @now)
  ORDER BY closes_at IS NULL, closes_at, created_at, id
  LIMIT ${LIMITS.unpagedRows}`;

/** GET /api/portal/calls: the open calls, by deadline. */
export const listOpenCalls = defineQuery({
  gate: "public",
  input: z.object({}),
  run: ({ db, now }) => statement<OpenCall>(db, SELECT_OPEN_CALLS).all({ now: now.toISOString() }),
});

/** A call as its public page shows it; a draft or a scheduled one is as if it were not there. */
export const publicCall = defineQuery({
  gate: "public",
  input: z.object({ id: z.string() }),
  run({ db, now }, { id }) {
    const found = db.select().from(call).where(eq(call.id, id)).get();
    if (!found || !isPublic(found, now)) throw notFound();
    const { recordNumber: _recordNumber, authorId: _authorId, releasesAt: _releasesAt, ...shown } = found;
    return { ...shown, status: effectiveStatus(found, now), takesSubmissions: takesSubmissions(found, now) };
  },
});
