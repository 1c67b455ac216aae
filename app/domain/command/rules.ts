import { LIMITS } from "~/values/limits";

/** What prevents the deletion of a command. */
export interface CommandCounts {
  children: number;
  users: number;
  engagements: number;
}

const NOUNS: Record<keyof CommandCounts, [one: string, many: string]> = {
  children: ["command under it", "commands under it"],
  users: ["user", "users"],
  engagements: ["engagement", "engagements"],
};

/** Why a command cannot be deleted, in words; null if it can. */
export function whyNotDeletable(counts: CommandCounts): string | null {
  const held = (Object.keys(NOUNS) as (keyof CommandCounts)[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${counts[kind]} ${NOUNS[kind][counts[kind] === 1 ? 0 : 1]}`);
  if (held.length === 0) return null;
  const last = held.pop();
  const all = held.length > 0 ? `${held.join(", ")} and ${last}` : last;
  return `This command still has ${all}. Move everything to another command first`;
}

interface Placed {
  id: string;
  parentId: string | null;
}

/**
 * Commands in the order of their hierarchy: each is followed by those below it, and has its depth (0 at the top). Those
 * with the same parent keep the order of the input. One whose parent is not in the input is at the top.
 */
export function inHierarchy<Command extends Placed>(commands: readonly Command[]): (Command & { depth: number })[] {
  const known = new Set(commands.map(({ id }) => id));
  const under = new Map<string | null, Command[]>();
  for (const command of commands) {
    const parentId = command.parentId !== null && known.has(command.parentId) ? command.parentId : null;
    const siblings = under.get(parentId) ?? [];
    siblings.push(command);
    under.set(parentId, siblings);
  }
  const ordered: (Command & { depth: number })[] = [];
  // The next command is last, so that it can be popped.
  const pending: (Command & { depth: number })[] = [];
  const append = (parentId: string | null, depth: number) => {
    for (const command of (under.get(parentId) ?? []).toReversed()) pending.push({ ...command, depth });
  };
  append(null, 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    ordered.push(next);
    append(next.id, next.depth + 1);
  }
  return ordered;
}

/** At most this many commands above each one are shown, so that the page of a deep hierarchy stays short. */
const ABOVE_SHOWN = 10;

/**
 * One page of the commands whose name or abbreviation contains a text, in any case, with the commands above each, so
 * that readers see where it belongs. Input and result are in hierarchical order.
 */
export function searchHierarchy<Command extends Placed & { name: string; abbreviation: string }>(
  ordered: readonly Command[],
  text: string,
  { page, pageSize }: { page: number; pageSize: number },
): { total: number; page: number; pageSize: number; found: number; commands: Command[] } {
  const wanted = text.toLowerCase();
  const fitting = ordered.filter(
    ({ name, abbreviation }) => name.toLowerCase().includes(wanted) || abbreviation.toLowerCase().includes(wanted),
  );
  const found = fitting.slice((page - 1) * pageSize, page * pageSize);
  const parentOf = new Map(ordered.map(({ id, parentId }) => [id, parentId]));
  const kept = new Set(found.map(({ id }) => id));
  for (const { parentId } of found) {
    let above = parentId;
    for (let steps = 0; steps < ABOVE_SHOWN && above !== null && !kept.has(above); steps += 1) {
      kept.add(above);
      above = parentOf.get(above) ?? null;
    }
  }
  const commands = ordered.filter(({ id }) => kept.has(id));
  return { total: fitting.length, page, pageSize, found: found.length, commands };
}

/**
 * The commands that a form offers, out of all possible ones. A list of thousands would help nobody and slow everyone
 * down.
 * @param also ids that are always offered
 */
export function offeredCommands<Command extends Placed>(
  ordered: readonly Command[],
  also: readonly (string | null | undefined)[] = [],
): Command[] {
  return ordered.filter(({ id }, index) => index < LIMITS.unpagedRows || also.includes(id));
}

/**
 * The commands that one of them may move under: all except itself and those below it. Input and result are in
 * hierarchical order.
 */
export function possibleParents<Command extends { id: string; depth: number }>(
  ordered: readonly Command[],
  id: string,
): Command[] {
  const start = ordered.findIndex((command) => command.id === id);
  const depth = ordered[start]?.depth;
  if (depth === undefined) return [...ordered];
  const end = ordered.findIndex((command, index) => index > start && command.depth <= depth);
  return [...ordered.slice(0, start), ...(end < 0 ? [] : ordered.slice(end))];
}
