import * as z from "zod";
import type { Database } from "#db/open";
import { defineVersionedQuery } from "~/operations/operation.server";
import type { WrittenText } from "~/operations/versioned";
import type { Settings } from "~/settings.server";
import { notFound } from "~/values/errors";
import { type FeedOwner, feedOwner } from "./address.server";

const input = z.object({ token: z.string() });

interface PersonalFeed<Rows> {
  contentType: string;
  /** Reads everything that the text depends on, besides the origin. */
  read: (db: Database, owner: FeedOwner, now: Date, settings: Settings) => Rows;
  write: (rows: Rows, owner: FeedOwner, origin: string) => Promise<string>;
}

/**
 * A query for what a secret address shows. The address itself is the authority, so it needs no session. Its rows decide its
 * version: a program that has them already costs no more than reading them.
 */
export function personalFeed<Rows>({ contentType, read, write }: PersonalFeed<Rows>) {
  return defineVersionedQuery({
    gate: "public",
    input,
    isUndated: true,
    refuses: { not_found: "the address does not exist any more" },
    run({ db, now, settings, caller: { origin } }, { token }) {
      const ownerNow = () => {
        const owner = feedOwner(db, token);
        if (!owner) throw notFound();
        return owner;
      };
      const owner = ownerNow();
      const rows = read(db, owner, now, settings);
      return {
        version: JSON.stringify([contentType, owner.id, origin, rows]),
        key: null,
        origin,
        modifiedAt: null,
        read: async (): Promise<{ value: WrittenText; links: object }> => {
          const text = await write(rows, owner, origin);
          // Other requests ran meanwhile, and one may have revoked the address.
          ownerNow();
          return { value: { pieces: [text], contentType }, links: {} };
        },
      };
    },
  });
}
