import { asc, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { GovernmentRole } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { command, user } from "#db/schema";
import type { ListInPieces } from "~/lists/list-in-pieces";
import { readPage } from "~/lists/listing.server";
import { readYielding } from "~/lists/long-list.server";
import { type Changes, changesOnly, paging } from "~/lists/paging";
import { readWholeList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { invalidField, notFound } from "~/values/errors";
import { NO_COMMAND } from "~/values/field-messages";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import type { NamedCommand } from "./responses";
import { type CommandCounts, inHierarchy, offeredCommands, possibleParents, searchHierarchy } from "./rules";
import { commandListSchema } from "./schema";

/** The columns of a command in every response. */
const commandColumns = {
  id: command.id,
  name: command.name,
  abbreviation: command.abbreviation,
  echelon: command.echelon,
  parentId: command.parentId,
  location: command.location,
  mission: command.mission,
};

/** @throws DomainError not_found */
export function findCommand(db: Database, id: string) {
  const found = db.select(commandColumns).from(command).where(eq(command.id, id)).get();
  if (!found) throw notFound();
  return found;
}

export function commandExists(db: Database, id: string): boolean {
  return db.select({ id: command.id }).from(command).where(eq(command.id, id)).get() !== undefined;
}

/**
 * Refuses the id of a command that does not exist. A missing id passes.
 * @throws DomainError invalid_request, naming the field
 */
export function refuseMissingCommand(db: Database, id: string | null | undefined, field = "commandId"): void {
  if (id && !commandExists(db, id)) throw invalidField(field, "not_found", NO_COMMAND);
}

// UNION ends even if the hierarchy had a circle. UNION ALL would not.
const SELECT_BELOW = `
  WITH RECURSIVE above (id) AS (
    SELECT parent_id FROM command WHERE id = @id
    UNION SELECT command.parent_id FROM command JOIN above ON command.id = above.id)
  SELECT 1 FROM above WHERE id = @aboveId`;

/** Whether a command is somewhere below another. */
export function isBelow(db: Database, id: string, aboveId: string): boolean {
  return statement(db, SELECT_BELOW).get({ id, aboveId }) !== undefined;
}

const SELECT_ANCESTORS = `
  WITH RECURSIVE above (id, name, abbreviation, parent_id, distance) AS (
    SELECT parent.id, parent.name, parent.abbreviation, parent.parent_id, 1
    FROM command JOIN command AS parent ON parent.id = command.parent_id WHERE command.id = @id
    UNION ALL
    SELECT parent.id, parent.name, parent.abbreviation, parent.parent_id, above.distance + 1
    FROM above JOIN command AS parent ON parent.id = above.parent_id
    LIMIT ${LIMITS.unpagedRows})
  SELECT id, name, abbreviation FROM above ORDER BY distance DESC`;

const COUNT_RELATIONS = `
  SELECT (SELECT count(*) FROM command WHERE parent_id = @id) AS children,
         (SELECT count(*) FROM user WHERE command_id = @id) AS users,
         (SELECT count(*) FROM engagement WHERE command_id = @id) AS engagements`;

/** How many records belong to a command. */
export function countsOf(db: Database, id: string): CommandCounts {
  return statement<CommandCounts>(db, COUNT_RELATIONS).get({ id }) ?? { children: 0, users: 0, engagements: 0 };
}

/** GET /api/gov/admin/commands: every command, by name. */
export const listCommands = defineQuery({
  gate: "admin tier",
  input: z.object(changesOnly),
  run: ({ db }, requested): ListInPieces<CommandItem> | Changes<CommandItem> =>
    readWholeList(db, requested, { type: "command", ...EVERY_COMMAND }, readCommands),
});

const byName = asc(command.nameKey);
const EVERY_COMMAND = { id: command.id, where: undefined, order: [byName] };

const readCommands = (db: Database, where: SQL | undefined) =>
  db.select(commandColumns).from(command).where(where).orderBy(byName).all();
type CommandItem = ReturnType<typeof readCommands>[number];

const { mission: _mission, ...treeColumns } = commandColumns;

/** Every command, in the order of the hierarchy. */
export const commandHierarchy = defineQuery({
  gate: "admin tier",
  input: z.object({}),
  run: async ({ db }) =>
    inHierarchy(await readYielding(db, { ...EVERY_COMMAND, most: LIMITS.administrationRows }, readForTree)),
});

const readForTree = (db: Database, where: SQL) =>
  db.select(treeColumns).from(command).where(where).orderBy(byName).all();

/** One page of the hierarchy of commands, the commands that forms offer, and the one to move. */
export const browseCommands = defineQuery({
  gate: "admin tier",
  input: commandListSchema.extend({ move: z.string().optional() }),
  async run(context, { q = "", page, move }) {
    const ordered = await commandHierarchy.run(context, {});
    const moving = ordered.find(({ id }) => id === move);
    return {
      count: ordered.length,
      list: searchHierarchy(ordered, q, { page, pageSize: LIMITS.listPageSize.max }),
      offered: offeredCommands(ordered),
      moving: moving ? { command: moving, parents: offeredCommands(possibleParents(ordered, moving.id)) } : null,
    };
  },
});

/** GET /api/gov/admin/commands/<id>: the command, the commands above and below it, and what belongs to it. */
export const commandRecord = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run({ db }, { id }) {
    const found = findWithAncestors(db, id);
    const children = selectChildren(db, eq(command.parentId, id)).limit(LIMITS.unpagedRows).all();
    const users = selectUsers(db, eq(user.commandId, id)).limit(LIMITS.unpagedRows).all();
    return { ...found, children, users, counts: countsOf(db, id) };
  },
});

/** A command with those above it, and how many records belong to it. */
export const commandWithAncestors = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db }, { id }) => ({ ...findWithAncestors(db, id), counts: countsOf(db, id) }),
});

/** @throws DomainError not_found */
function findWithAncestors(db: Database, id: string) {
  const found = findCommand(db, id);
  const ancestors = statement<NamedCommand>(db, SELECT_ANCESTORS).all({ id });
  return { ...found, parent: ancestors.at(-1) ?? null, ancestors };
}

function selectChildren(db: Database, where: SQL) {
  const { id, name, abbreviation, echelon } = command;
  return db.select({ id, name, abbreviation, echelon }).from(command).where(where).orderBy(byName);
}

const BY_NAME_OF_USER = [asc(user.name), asc(user.id)];

/** No industry user belongs to a command. */
function selectUsers(db: Database, where: SQL) {
  const { id, name, role, title, active } = user;
  return db
    .select({ id, name, role: sql<GovernmentRole>`${role}`, title, active })
    .from(user)
    .where(where)
    .orderBy(...BY_NAME_OF_USER);
}

const ROWS_ON_A_PAGE = 100;
/** The page of a command has two lists. Neither has another page size, so the input has only page numbers. */
const { page: pageNumber } = paging({ default: ROWS_ON_A_PAGE, max: ROWS_ON_A_PAGE });

/** The commands directly below a command, and its users, both by name and a page at a time. */
export const contentsOfCommand = defineQuery({
  gate: "gov read",
  input: recordSchema.extend({ childrenPage: pageNumber, usersPage: pageNumber }),
  run({ db }, { id, childrenPage, usersPage }) {
    const children = { key: command.id, where: eq(command.parentId, id), order: [byName] };
    const users = { key: user.id, where: eq(user.commandId, id), order: BY_NAME_OF_USER };
    return {
      children: readPage(db, { page: childrenPage, pageSize: ROWS_ON_A_PAGE }, children, (onPage) =>
        selectChildren(db, onPage).all(),
      ),
      users: readPage(db, { page: usersPage, pageSize: ROWS_ON_A_PAGE }, users, (onPage) =>
        selectUsers(db, onPage).all(),
      ),
    };
  },
});
