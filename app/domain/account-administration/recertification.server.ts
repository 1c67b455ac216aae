import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { GovernmentRole } from "#db/enumerations";
import { command, user } from "#db/schema";
import { countRows, readPage } from "~/lists/listing.server";
import { defineOperation, defineQuery, type ReadContext, type Refusal } from "~/operations/operation.server";
import { DAY_MILLISECONDS } from "~/values/days";
import { DomainError, invalidField } from "~/values/errors";
import { type AdministeredAccount, administeredAccount } from "./administered.server";
import { deactivateGovernmentUser, refuseChange } from "./change-active.server";
import { assignableRoles } from "./government-tiers";
import { recertificationListSchema, recertificationSchema } from "./schema";

/*
 * Recertification: someone confirms once a year (RECERTIFY_DAYS) that each government account is still needed. Accounts are
 * due from when they were created, reactivated or last confirmed.
 */

const confirmedAt = sql<string>`coalesce(${user.confirmedAt}, ${user.createdAt})`;

type Context = Pick<ReadContext<"user administration">, "settings" | "now" | "actor" | "reach">;

/** Selects the accounts that are due and that the caller may administer; null if recertification is off. */
function isDue({ settings, now, actor, reach }: Context): SQL | undefined | null {
  if (settings.recertifyDays === 0) return null;
  const before = new Date(now.getTime() - settings.recertifyDays * DAY_MILLISECONDS).toISOString();
  return and(
    inArray(user.role, [...assignableRoles(actor.role)]),
    eq(user.active, true),
    lte(confirmedAt, before),
    reach === "any" ? undefined : eq(user.commandId, actor.commandId ?? ""),
  );
}

/** GET /api/gov/admin/recertification: the accounts to confirm, the longest unconfirmed first. */
export const accountsToConfirm = defineQuery({
  gate: "user administration",
  input: recertificationListSchema,
  run(context, size) {
    const { db, settings } = context;
    const due = isDue(context);
    const { recertifyDays } = settings;
    if (due === null) return { items: [], total: 0, ...size, recertifyDays };
    const order = [asc(confirmedAt), asc(user.id)];
    const { id, email, name, role, title, lastSignInAt } = user;
    const list = readPage(db, size, { key: id, where: due, order }, (onPage) =>
      db
        .select({
          ...{ id, email, name, role: sql<GovernmentRole>`${role}`, title, lastSignInAt, confirmedAt },
          command: { id: command.id, abbreviation: command.abbreviation },
        })
        .from(user)
        .leftJoin(command, eq(command.id, user.commandId))
        .where(onPage)
        .orderBy(...order)
        .all(),
    );
    return { ...list, recertifyDays };
  },
});

/** How many accounts the caller should confirm. */
export const countAccountsToConfirm = defineQuery({
  gate: "user administration",
  input: z.object({}),
  run(context) {
    const due = isDue(context);
    return due === null ? 0 : countRows(context.db, user, due);
  },
});

/** Confirms some accounts and deactivates others, all or none. */
export const recertifyAccounts = defineOperation({
  gate: "user administration",
  input: recertificationSchema,
  refuses: {
    invalid_request: "an account does not exist, or must stay active, or is in both lists",
    forbidden: "you may not administer one of the accounts",
  },
  events: ["gov_user_confirmed", "gov_user_deactivated", "authorization_failure"],

  run(context, { confirm = [], deactivate = [] }) {
    const { db, now, audit } = context;
    const [confirmed, left] = [
      accountsIn(context, "confirm", confirm).filter(({ active }) => active),
      accountsIn(context, "deactivate", deactivate).filter(({ active }) => active),
    ];
    // Before anything is written, because a refusal commits what was.
    for (const account of left) {
      const refusal = refuseChange(context, account, { active: false });
      if (refusal) return refusal as Refusal;
    }
    const at = now.toISOString();
    for (const { id } of confirmed) {
      const before = db.select({ confirmedAt: user.confirmedAt }).from(user).where(eq(user.id, id)).get();
      db.update(user).set({ confirmedAt: at, updatedAt: at }).where(eq(user.id, id)).run();
      audit("gov_user_confirmed", {
        ...{ targetType: "user", targetId: id },
        details: { before: { confirmedAt: before?.confirmedAt ?? null }, after: { confirmedAt: at } },
      });
    }
    for (const account of left) deactivateGovernmentUser(context, account);
    return { confirmed: confirmed.length, deactivated: left.length };
  },
});

/** @throws DomainError as `administeredAccount` does, but invalid_request for an id that matches no government user */
function accountsIn(
  context: Pick<ReadContext<"user administration">, "db" | "actor" | "reach">,
  field: "confirm" | "deactivate",
  ids: readonly string[],
): AdministeredAccount[] {
  return [...new Set(ids)].map((id) => {
    try {
      const account = administeredAccount(context, id);
      if (account.organizationId === null) return account;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === "not_found")) throw error;
    }
    throw invalidField(field, "not_found", "Send IDs of government users");
  });
}
