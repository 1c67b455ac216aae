import type { OriginPiece } from "~/values/any-origin";

/** Links to the other pages. */
export interface PageLinks {
  first?: string;
  prev?: string;
  next?: string;
  last?: string;
}

/** Content, with links to its other pages. */
export interface Linked<Value> {
  value: Value;
  links: PageLinks;
}

/**
 * Content that clients request again and again, mostly unchanged. Its version is known before it is read. What is read
 * later may be newer than that version, never older.
 */
export interface Versioned<Value> {
  /** A different text whenever `read` may return something else. */
  version: string;
  /**
   * The content has `ANY_ORIGIN` in place of the caller's origin, so that it is the same for everyone with this key. Null
   * for content of one person, which the server does not keep, and no shared cache may.
   */
  key: string | null;
  origin: string;
  /**
   * When it last changed: a whole second, in milliseconds, that no two states share. It may be in the future. Null if only
   * its version says whether it changed.
   */
  modifiedAt: number | null;
  read: () => Linked<Value> | Promise<Linked<Value>>;
}

/** Text in its own format, complete before it is sent to any origin. */
export interface WrittenText {
  pieces: readonly OriginPiece[];
  contentType: string;
}
