import type { Database } from "#db/open";
import { LIMITS } from "~/values/limits";
import type { ReadContext } from "./operation.server";

/** Figures as they were read, with the time in milliseconds. They are plain data, so that they can be sent to a thread. */
export interface KeptFigures {
  name: string;
  from: number;
  figures: unknown;
}

interface Shelf {
  kept: Map<string, KeptFigures>;
  noteRead: (read: KeptFigures) => void;
}

const shelves = new WeakMap<Database["$client"], Shelf>();

function shelfOf({ $client }: Database): Shelf {
  let shelf = shelves.get($client);
  if (!shelf) {
    shelf = { kept: new Map(), noteRead: () => {} };
    shelves.set($client, shelf);
  }
  return shelf;
}

/**
 * A function for `run` that reads figures again only when they are `LIMITS.figuresKeptSeconds` old. Everyone must get the
 * same ones. It is for those that take long with a large ledger: reading 48,000 reviews takes 0.3 s.
 * @param name names them, and no others
 */
export function keptFigures<Figures>(
  name: string,
  read: (context: ReadContext<"gov read">) => Figures,
): (context: ReadContext<"gov read">) => Figures {
  return (context) => {
    const { kept, noteRead } = shelfOf(context.db);
    const time = context.now.getTime();
    const present = kept.get(name);
    // The clock may have been set back.
    const age = present ? time - present.from : Number.NaN;
    if (present && age >= 0 && age < LIMITS.figuresKeptSeconds * 1000) return present.figures as Figures;
    const figures = read(context);
    const latest = { name, from: time, figures };
    kept.set(name, latest);
    noteRead(latest);
    return figures;
  };
}

/** All figures that are kept of a database. */
export const allKeptFigures = (db: Database): KeptFigures[] => [...shelfOf(db).kept.values()];

/** Keeps figures that another thread has read. */
export const keepFigures = (db: Database, read: KeptFigures): void => void shelfOf(db).kept.set(read.name, read);

/** Calls back when figures of a database were read over this connection. It replaces the callback before. */
export function whenFiguresAreRead(db: Database, noteRead: (read: KeptFigures) => void): void {
  shelfOf(db).noteRead = noteRead;
}
