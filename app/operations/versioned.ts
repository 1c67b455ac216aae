import type { OriginPiece } from "~/values/any-origin";

/** The addresses of the other pages of something that comes in pages. */
export interface PageLinks {
  first?: string;
  prev?: string;
  next?: string;
  last?: string;
}

/** Something, and where there is more of it. */
export interface Linked<Value> {
  value: Value;
  links: PageLinks;
}

/**
 * Something that is asked for again and again, mostly without having changed since. What tells one state of it from
 * another is at hand before anything of it is read; what is read later may be newer than that, never older.
 */
export interface Versioned<Value> {
  /** Another text whenever `read` may give something else. */
  version: string;
  /** What is read has `ANY_ORIGIN` where the origin of the one who asks belongs, and is then the same for all of this key. */
  key: string;
  origin: string;
  /** When it became what it is: a whole second, in milliseconds, that no two states share; it may lie ahead. */
  modifiedAt: number;
  read: () => Linked<Value> | Promise<Linked<Value>>;
}

/** Text in a format of its own, made whole before it is sent to any origin. */
export interface WrittenText {
  pieces: readonly OriginPiece[];
  contentType: string;
}
