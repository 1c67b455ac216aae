import { and, eq } from "drizzle-orm";
import { notification } from "#db/schema";
import { defineOperation } from "../operation.server";
import { markReadSchema } from "./schema";

/** Marks one of the caller's notifications read, or all of them. Reading is not audited: it changes nobody's record. */
export const markRead = defineOperation({
  gate: "signed in",
  input: markReadSchema,
  events: [],
  run({ db, actor }, { id }) {
    const unread = and(
      eq(notification.userId, actor.id),
      eq(notification.read, false),
      id === undefined ? undefined : eq(notification.id, id),
    );
    return { updated: db.update(notification).set({ read: true }).where(unread).run().changes };
  },
});
