import type { Database } from "#db/open";
import type { Actor } from "../../policy/policy";
import { directs } from "../review/reviewers.server";

/**
 * Whether a reviewer may answer a submission: its owner, anyone while it has none, and people who may give it to another
 * reviewer.
 */
export const mayAnswer = (db: Database, actor: Actor, { ownerId }: { ownerId: string | null }): boolean =>
  ownerId === null || ownerId === actor.id || directs(db, actor, ownerId);
