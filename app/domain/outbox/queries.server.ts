import { desc, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { outbox, user } from "#db/schema";
import { readPage } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { outboxListSchema } from "./schema";

const COUNT = `
  SELECT count(*) FILTER (WHERE state = 'WAITING') AS waiting,
         count(*) FILTER (WHERE state = 'WAITING' AND attempts > 0) AS retrying,
         count(*) FILTER (WHERE state = 'FAILED') AS failed
  FROM outbox WHERE state IN ('WAITING', 'FAILED')`;

/** How many mails wait, how many of these failed before, and how many the server gave up. */
export const countMail = (db: Database) =>
  statement<{ waiting: number; retrying: number; failed: number }>(db, COUNT).get() ?? {
    waiting: 0,
    retrying: 0,
    failed: 0,
  };

/** The same for the page of the outbox. */
export const mailCounts = defineQuery({ gate: "system admin", input: z.object({}), run: ({ db }) => countMail(db) });

const { id, kind, state, attempts, lastError, createdAt, dueAt, sentAt } = outbox;

/** GET /api/gov/admin/outbox and its page: the newest first. What a mail says is not part of it. */
export const listOutbox = defineQuery({
  gate: "system admin",
  input: outboxListSchema,
  run({ db }, { state: wanted, ...size }) {
    const where: SQL | undefined = wanted ? eq(state, wanted) : undefined;
    const order = [desc(createdAt), desc(id)];
    return readPage(db, size, { key: id, where, order }, (onPage) =>
      db
        .select({
          ...{ id, kind, state, attempts, lastError, createdAt, dueAt, sentAt },
          recipient: sql<string | null>`coalesce(${outbox.address}, ${user.email})`,
          nextAttemptAt: sql<string | null>`iif(${state} = 'WAITING', ${outbox.nextAttemptAt}, NULL)`,
        })
        .from(outbox)
        .leftJoin(user, eq(user.id, outbox.userId))
        .where(onPage)
        .orderBy(...order)
        .all(),
    );
  },
});
