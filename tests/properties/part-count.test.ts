import fc from "fast-check";
import { expect } from "vitest";
import { countParts } from "~/web/transport/part-count";
import { property } from "../support/properties";

/** Characters of delimiters, so that the text often contains almost a delimiter. */
const text = fc.string({ unit: fc.constantFrom("\r", "\n", "-", "a", "b", ":"), maxLength: 30 });
const boundary = fc.string({ unit: fc.constantFrom("-", "a", "b", "'", "+"), minLength: 1, maxLength: 6 });

property(
  "counts a form's parts correctly, however its bytes are split",
  1000,
  fc.property(
    boundary,
    fc.array(text, { maxLength: 5 }),
    fc.array(fc.nat({ max: 40 }), { maxLength: 20 }),
    fc.boolean(),
    (name, values, cuts, isQuoted) => {
      fc.pre(values.every((value) => !`\r\n${value}\r\n`.includes(`\r\n--${name}\r\n`)));
      const body = Buffer.from(`${values.map((value) => `--${name}\r\n${value}\r\n`).join("")}--${name}--\r\n`);
      const count = countParts(`multipart/form-data; boundary=${isQuoted ? `"${name}"` : name}`);
      let from = 0;
      for (const length of [...cuts, body.length]) {
        count.see(body.subarray(from, from + length));
        from += length;
      }
      expect(count.parts).toBe(values.length);
    },
  ),
);
