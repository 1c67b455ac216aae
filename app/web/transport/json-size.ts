const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENINGS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSINGS: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The most values that JSON may have, including those of unknown members, and the deepest that they may be nested. */
export interface JsonShape {
  values: number;
  depth: number;
}

/**
 * Whether JSON has too many values or nests them too deeply. It looks only at the characters between values and stops at
 * the limit, because parsing costs a thousand times as much for each value.
 */
export function isTooMuchJson(text: string, most: JsonShape): boolean {
  let values = 1;
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInText = false;
      continue;
    }
    if (code === QUOTE) isInText = true;
    else if (code === COMMA) values += 1;
    else if (OPENINGS.has(code)) {
      values += 1;
      depth += 1;
    } else if (CLOSINGS.has(code)) depth -= 1;
    if (values > most.values || depth > most.depth) return true;
  }
  return false;
}
