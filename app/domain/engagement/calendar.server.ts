import { and, asc, gte, inArray, lte, sql } from "drizzle-orm";
import type * as z from "zod";
import { engagement } from "#db/schema";
import { readPage } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { startOfDay } from "~/values/days";
import { LIMITS } from "~/values/limits";
import { day } from "~/values/text";
import { engagementsThatFit, selectEngagements, withPeople } from "./queries.server";
import { boundsOfMonth } from "./rules";
import { engagementListSchema } from "./schema";

/* The engagements of the list as a calendar shows them: by day, those without a time first, then by their start. */

const ofDay = [asc(engagement.startTime), asc(engagement.id)];

/** The engagements from a day on, by day, a page at a time. */
export const engagementAgenda = defineQuery({
  gate: "gov read",
  input: engagementListSchema.omit({ sort: true, updatedSince: true }).extend({ since: day.optional() }),
  run({ db }, { page, pageSize, since, ...filter }) {
    const where = and(
      engagementsThatFit(db, filter),
      since === undefined ? undefined : gte(engagement.date, startOfDay(since)),
    );
    const order = [asc(engagement.date), ...ofDay];
    return readPage(db, { page, pageSize }, { key: engagement.recordNumber, where, order }, (onPage) =>
      withPeople(
        db,
        selectEngagements(db)
          .where(onPage)
          .orderBy(...order)
          .all(),
      ),
    );
  },
});

type MonthFilter = Omit<z.output<typeof engagementListSchema>, "page" | "pageSize" | "sort" | "updatedSince">;

/** The days of a month that have engagements: how many, and the first of them. */
export const engagementsOfMonth = defineQuery({
  gate: "gov read",
  input: engagementListSchema
    .omit({ page: true, pageSize: true, sort: true, updatedSince: true, from: true, to: true })
    .required({ month: true }),
  run({ db }, { month, ...filter }) {
    const { first, last } = boundsOfMonth(month);
    const fits = and(
      gte(engagement.date, first),
      lte(engagement.date, last),
      engagementsThatFit(db, filter as MonthFilter),
    );
    const ranked = db
      .select({
        recordNumber: engagement.recordNumber,
        rank: sql<number>`row_number() OVER (PARTITION BY ${engagement.date} ORDER BY ${engagement.startTime}, ${engagement.id})`.as(
          "rank",
        ),
        ofDay: sql<number>`count(*) OVER (PARTITION BY ${engagement.date})`.as("of_day"),
      })
      .from(engagement)
      .where(fits)
      .as("ranked");
    const named = db.select().from(ranked).where(lte(ranked.rank, LIMITS.calendarRowsOfDay)).all();
    const { id, title, type, status, date, startTime } = engagement;
    const rows = db
      .select({ recordNumber: engagement.recordNumber, id, title, type, status, date, startTime })
      .from(engagement)
      .where(
        inArray(
          engagement.recordNumber,
          named.map(({ recordNumber }) => recordNumber),
        ),
      )
      .orderBy(asc(date), ...ofDay)
      .all();
    const totals = new Map(named.map(({ recordNumber, ofDay }) => [recordNumber, ofDay]));
    const days = new Map<string, { day: string; total: number; engagements: typeof rows }>();
    for (const row of rows) {
      const on = row.date.slice(0, 10);
      const found = days.get(on) ?? { day: on, total: totals.get(row.recordNumber) ?? 0, engagements: [] };
      found.engagements.push(row);
      days.set(on, found);
    }
    return [...days.values()];
  },
});
