import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import type { Block, Inline } from "~/values/formatted-text/nodes";
import { formattedExcerpt, formattedText } from "~/values/formatted-text/parse.server";
import { property } from "../support/properties";

const LONGEST = 8000;

/** What marks something, or used to confuse parsers of Markdown. */
const PIECES = [
  ..."*_`~[]()!<>#-+=\\|:\"'&@\n\t .1aé",
  "**",
  "***",
  "```",
  "\n\n",
  "\n    ",
  "\n> ",
  "\n- ",
  "\n1. ",
  "\n# ",
  "\n```\n",
  "](",
  "![",
  "](a)",
  "[a]()",
  "]( )",
  "<!--",
  "</p>",
  "<script>",
  "http://",
  "https://a.example/",
  "[x](https://b.example 't')",
  "javascript:",
  "mailto:",
  "a@b.example",
  "&lt;",
  "word ",
  "\u202e",
  "\u0000",
  "\ud800",
  "😀",
];

/** Every node must be one of these, with exactly these keys. @returns how deep and how many they are */
function measure(nodes: readonly (Block | Inline)[], depth = 1): { depth: number; count: number } {
  const inner = nodes.map((node) => {
    if (typeof node === "string") return { depth, count: 1 };
    const keys = Object.keys(node).sort().join();
    switch (node.type) {
      case "paragraph":
      case "quote":
      case "emphasis":
      case "strong":
        expect(keys).toBe("children,type");
        return measure(node.children, depth + 1);
      case "heading":
        expect(keys).toBe("children,level,type");
        expect([1, 2, 3]).toContain(node.level);
        return measure(node.children, depth + 1);
      case "link":
        expect(keys).toBe("children,goesTo,href,type");
        // In ASCII, so that nothing in it can look like something else.
        expect(new URL(node.href)).toMatchObject({ username: "", password: "" });
        expect(node.href).toMatch(/^(https?:\/\/[\x21-\x7e]+|mailto:[\x21-\x7e]*)$/);
        return measure(node.children, depth + 1);
      case "list":
        expect(keys).toBe("items,start,type");
        expect(node.start === null || Number.isInteger(node.start)).toBe(true);
        return measure(node.items.flat(), depth + 1);
      default:
        expect(["code", "preformatted"]).toContain(node.type);
        expect(keys).toBe("text,type");
        return { depth, count: 1 };
    }
  });
  return {
    depth: Math.max(depth, ...inner.map((one) => one.depth)),
    count: inner.reduce((sum, one) => sum + one.count + 1, 0),
  };
}

const ELEMENTS = /<\/?(?:div|p|h[2-6]|ul|ol|li|blockquote|pre|code|em|strong|a|span)(?: [a-z]+="[^"<>]*")*>/g;

function expectSafe(source: string) {
  const text = formattedText(source);
  const { depth, count } = measure(text);
  expect(depth).toBeLessThanOrEqual(42);
  expect(count).toBeLessThanOrEqual(6100);
  const page = renderToStaticMarkup(createElement(FormattedText, { text, heading: 4 }));
  // Without the elements that the component writes, no markup is left.
  expect(page.replace(ELEMENTS, "")).not.toMatch(/[<>]/);
  expect(page.match(/<a /g)?.length ?? 0).toBe(page.match(/ rel="nofollow noopener noreferrer"/g)?.length ?? 0);
  expect(formattedExcerpt(source, 200).length).toBeLessThanOrEqual(200);
}

property(
  "any text is formatted with the known nodes only, and becomes a page",
  1000,
  fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 120 }), (pieces) => expectSafe(pieces.join(""))),
);

property(
  "words and their line breaks stay as they are",
  300,
  fc.property(
    fc.array(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 8,
    }),
    (lines) => {
      const source = lines.map((words) => words.join(" ")).join("\n");
      expect(formattedText(source)).toEqual([{ type: "paragraph", children: [source] }]);
    },
  ),
);

describe("a text that is made to be slow", () => {
  const filled = (piece: string) => piece.repeat(Math.ceil(LONGEST / piece.length)).slice(0, LONGEST);
  const halves = (left: string, right: string) =>
    left.repeat(LONGEST / 2 / left.length) + right.repeat(LONGEST / 2 / right.length);
  const HOSTILE: Record<string, string> = {
    "nested quotes": filled(">"),
    "nested numbered lists": filled("1. "),
    "nested quotes and lists": filled("> - "),
    "emphasis that never closes": filled("*a_ "),
    "strong in strong": halves("**", "**").replace("****", "**a**"),
    "link openers": filled("["),
    "links in brackets": halves("[", "]"),
    "unfinished links": filled("[a]("),
    "code that never closes": Array.from({ length: 128 }, (_, index) => `e${"`".repeat(index)}`)
      .join("")
      .slice(0, LONGEST),
    "a line for each character": filled("a\n"),
    "a bullet for each line": filled("- a\n"),
    addresses: filled("a@b.c*"),
    "parentheses of an address": `[a](https://b.example/${"(".repeat(LONGEST - 22)}`,
  };

  test.each(Object.entries(HOSTILE))("%s: it has few nodes, and they are not deep", (_, source) => {
    expect(source.length).toBeGreaterThan(LONGEST - 30);
    expectSafe(source);
  });

  test.each(["nested quotes", "nested numbered lists", "nested quotes and lists"])(
    "%s: nothing is left out",
    (name) => {
      expect(formattedText(HOSTILE[name] ?? "")).toEqual([{ type: "paragraph", children: [HOSTILE[name]] }]);
    },
  );
});
