import { describe, expect, test } from "vitest";
import { formattedExcerpt, formattedText } from "~/values/formatted-text/parse.server";

const paragraph = (...children: unknown[]) => ({ type: "paragraph", children });
const link = (href: string, text: string, goesTo: string | null = null) => ({
  type: "link",
  href,
  goesTo,
  children: [text],
});

describe("formatted text", () => {
  test("has paragraphs with their line breaks", () => {
    expect(formattedText("Dear all,\nwelcome.\n\n\nMore  follows.\r\nSoon.")).toEqual([
      paragraph("Dear all,\nwelcome."),
      paragraph("More  follows.\nSoon."),
    ]);
  });

  test("has lists, in each other too", () => {
    const list = { type: "list", start: null };
    expect(formattedText("Bring:\n- a badge\n- a plan\n  1. short\n  2. signed\n\n7. Leave")).toEqual([
      paragraph("Bring:"),
      {
        ...list,
        items: [
          [paragraph("a badge")],
          [paragraph("a plan"), { type: "list", start: 1, items: [[paragraph("short")], [paragraph("signed")]] }],
        ],
      },
      { type: "list", start: 7, items: [[paragraph("Leave")]] },
    ]);
  });

  test("has emphasis, code and quotations", () => {
    expect(formattedText("*a* __b *c*__ `d < e`\n> f\n\n```text\n- g\n```")).toEqual([
      paragraph(
        { type: "emphasis", children: ["a"] },
        " ",
        { type: "strong", children: ["b ", { type: "emphasis", children: ["c"] }] },
        " ",
        { type: "code", text: "d < e" },
      ),
      { type: "quote", children: [paragraph("f")] },
      { type: "preformatted", text: "- g" },
    ]);
  });

  test("has headings that leave out no level, and at most three levels", () => {
    const levels = formattedText("### A\n##### B\n# C\n\n> ## D\n\n###### E\n###### F").map((block) =>
      block.type === "heading" ? block.level : block,
    );
    expect(levels).toEqual([
      1,
      2,
      1,
      { type: "quote", children: [{ type: "heading", level: 2, children: ["D"] }] },
      3,
      3,
    ]);
  });

  test.each([
    ["https://sam.gov/opp/1", link("https://sam.gov/opp/1", "https://sam.gov/opp/1")],
    ["<https://sam.gov>", link("https://sam.gov/", "https://sam.gov")],
    ["forum@otp.gov", link("mailto:forum@otp.gov", "forum@otp.gov")],
    ["[the agenda](https://sam.gov/a)", link("https://sam.gov/a", "the agenda", "sam.gov")],
    ["[Sam.gov](https://sam.gov/a)", link("https://sam.gov/a", "Sam.gov")],
    [
      "[https://sam.gov](https://sam.gov.example)",
      link("https://sam.gov.example/", "https://sam.gov", "sam.gov.example"),
    ],
    ["[sam.gov.example](https://sam.gov)", link("https://sam.gov/", "sam.gov.example", "sam.gov")],
    ["[write](mailto:a@b.example?bcc=c@d.example)", link("mailto:a@b.example", "write", "a@b.example")],
    ["[](https://sam.gov/a)", link("https://sam.gov/a", "sam.gov")],
    ["[ ](https://sam.gov/a)", link("https://sam.gov/a", "sam.gov")],
    ["[**&#8203;**](https://sam.gov/a)".replace("&#8203;", "\u200b"), link("https://sam.gov/a", "sam.gov")],
    ["[](mailto:a@b.example)", link("mailto:a@b.example", "a@b.example")],
    ["https://пример.рф", link("https://xn--e1afmkfd.xn--p1ai/", "https://пример.рф", "xn--e1afmkfd.xn--p1ai")],
  ])("links %s, and says where a link goes if its text does not", (source, expected) => {
    expect(formattedText(source)).toEqual([paragraph(expected)]);
  });

  test.each([
    "[x]()",
    "![]()",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,x)",
    "[x](ftp://files.example)",
    "[x](mailto:)",
    "[x](mailto:nobody)",
    "[x](mailto:%0d%0abcc:a@b.example)",
    "[x](mailto:a%40b.example)",
    "[x](//evil.example)",
    "[x](/gov)",
    "[x](https://:word@evil.example)",
    "ftp://files.example",
    "www.example.com and example.com",
    "<b onclick=alert(1)>bold</b> <!-- hidden --> &lt;",
    "Agenda\n======\nFirst day\n---\n    indented",
    "a_name_with_lines and 2 * 3 * 4 = 24",
    "#1 of 10",
    "[1]: https://example.com/ 'x'",
  ])("leaves other text as it was written: %s", (source) => {
    const written = source.replace("    indented", "indented");
    const [block, ...others] = formattedText(source);
    expect(others).toEqual([]);
    // Only an address in it may be a link.
    const text = (nodes: unknown[]): string =>
      nodes
        .map((node) => (typeof node === "string" ? node : text((node as { children: unknown[] }).children)))
        .join("");
    expect(block?.type === "paragraph" && text(block.children)).toBe(written);
    expect(JSON.stringify(block)).not.toMatch(/"type":"(?!paragraph|link)|"href":"(?!https:\/\/example\.com\/)/);
  });

  test("does not load an image", () => {
    expect(formattedText("![map](https://example.com/map.png)")).toEqual([
      paragraph("!", link("https://example.com/map.png", "map", "example.com")),
    ]);
  });
});

describe("an excerpt of formatted text", () => {
  test("has no marks", () => {
    const source = "# Forum\n\nRegister **now**:\n- [online](https://example.com)\n- by `mail`\n\n> or\n> here";
    expect(formattedExcerpt(source, 200)).toBe("Forum Register now: • online • by mail or here");
  });

  test("is as long as asked", () => {
    expect(formattedExcerpt("word ".repeat(1600), 20)).toBe("word word word word…");
  });
});
