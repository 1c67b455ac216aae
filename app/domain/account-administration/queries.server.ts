import { eq } from "drizzle-orm";
import type { Database } from "#db/open";
import { command, organization, user } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";
import { administeredAccount } from "./administered.server";
import { whyMustStayActive } from "./guards.server";

/** Someone else's account, for the page of its administrators, and why it must stay active, if so. */
export const accountToAdminister = defineQuery({
  gate: "account administration",
  input: recordSchema,
  run(context, { id }) {
    const { db, actor } = context;
    const { sessionVersion: _version, successorId, ...account } = administeredAccount(context, id);
    const also = db
      .select({
        title: user.title,
        lastSignInAt: user.lastSignInAt,
        createdAt: user.createdAt,
        organization: { id: organization.id, name: organization.name, status: organization.status },
        command: { id: command.id, name: command.name, abbreviation: command.abbreviation },
      })
      .from(user)
      .leftJoin(organization, eq(organization.id, user.organizationId))
      .leftJoin(command, eq(command.id, user.commandId))
      .where(eq(user.id, id))
      .get();
    return {
      ...account,
      title: also?.title ?? null,
      lastSignInAt: also?.lastSignInAt ?? null,
      createdAt: also?.createdAt ?? "",
      organization: also?.organization ?? null,
      command: also?.command ?? null,
      successor: successorId === null ? null : { id: successorId, name: nameOf(db, successorId) },
      isOwn: id === actor.id,
      staysActive: whyMustStayActive(db, actor, account),
    };
  },
});

const nameOf = (db: Database, id: string): string =>
  db.select({ name: user.name }).from(user).where(eq(user.id, id)).get()?.name ?? id;
