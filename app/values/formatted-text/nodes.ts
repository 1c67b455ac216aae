/*
 * Formatted text as plain data: a closed set of nodes, which a component shows as elements. Nothing in it is markup, so
 * nothing that someone wrote can become markup.
 */

export type Inline =
  /** Text with its line breaks. */
  | string
  | { type: "emphasis" | "strong"; children: Inline[] }
  | { type: "code"; text: string }
  /** @property goesTo the host or mail address, if the link's text does not show it */
  | { type: "link"; href: string; goesTo: string | null; children: Inline[] };

export type Block =
  | { type: "paragraph"; children: Inline[] }
  /** The first level is 1, and no level is left out on the way down. */
  | { type: "heading"; level: number; children: Inline[] }
  | { type: "quote"; children: Block[] }
  /** @property start the first number; null for bullets */
  | { type: "list"; start: number | null; items: Block[][] }
  | { type: "preformatted"; text: string };

export type FormattedText = Block[];
