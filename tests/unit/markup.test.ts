import { Form, Link } from "@remix-run/react";
import {
  Component,
  createContext,
  createElement,
  Fragment,
  forwardRef,
  memo,
  type ReactNode,
  StrictMode,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server";
import { expect, test, vi } from "vitest";
import { optionShortcuts } from "~/ui/kit/form/input/option-shortcuts.server";
import { SelectOptions } from "~/ui/kit/form/input/select-options";
import { TagOptions } from "~/ui/kit/form/input/tag-input";
import { linkShortcuts } from "~/web/markup/link.server";
import { renderToBytes, type Shortcut } from "~/web/markup/render.server";
import { treeIdOf } from "~/web/markup/tree-id.server";

/* The tests of pages compare both renderers for every page. These are the cases that few pages have, or none. */

const renderToHtml = (node: ReactNode, instead?: ReadonlyMap<unknown, Shortcut>) =>
  renderToBytes(node, instead).toString("utf8");

/** React's development build reports odd properties, which these tests give on purpose. */
function quietly<Result>(work: () => Result): Result {
  const silenced = vi.spyOn(console, "error").mockImplementation(() => {});
  try {
    return work();
  } finally {
    silenced.mockRestore();
  }
}

function expectSame(node: ReactNode): void {
  const expected = quietly(() => renderToString(node as never));
  expect(renderToHtml(node)).toBe(expected);
}

const PROPERTIES = `
  acceptCharset accept className htmlFor httpEquiv contentEditable draggable spellCheck value focusable allowFullScreen async
  autoFocus autoPlay controls default defer disabled formNoValidate hidden loop noModule noValidate open playsInline readOnly
  required reversed itemScope checked multiple muted selected capture download cols rows size span rowSpan colSpan start
  strokeWidth strokeDasharray fillOpacity textAnchor xHeight xlinkHref xmlLang xmlnsXlink panose-1 viewBox preserveAspectRatio
  tabIndex crossOrigin href src action formAction autoComplete maxLength inputMode enterKeyHint popover popovertarget data-some
  aria-hidden Data-Some onClick onclick on o-n dateTime charSet title role lang defaultChecked suppressHydrationWarning
  suppressContentEditableWarning innerHTML bad"name 1st`
  .trim()
  .split(/\s+/);
const VALUES = [
  "",
  "text",
  `<a href="b">'&amp;'</a>`,
  0,
  1,
  -2,
  2.5,
  Number.NaN,
  "3",
  true,
  false,
  null,
  undefined,
  () => {},
];

test.each(PROPERTIES)("the property %s is written as React writes it, with every kind of value", (property) => {
  for (const value of VALUES) expectSame(createElement("div", { [property]: value }, "text"));
});

const MARKUP = "dangerouslySetInnerHTML";

test.each([
  [
    "an input with a value",
    createElement("input", { value: 'a"b', name: "n", checked: true, type: "checkbox", readOnly: true }),
  ],
  ["an input with defaults", createElement("input", { defaultValue: 0, defaultChecked: false, name: "n" })],
  ["a text area that begins with an empty line", createElement("textarea", { defaultValue: "\n<b>", name: "n" })],
  ["an empty text area", createElement("textarea", { name: "n" })],
  ["preformatted text that begins with an empty line", createElement("pre", null, "\ntext")],
  ["a void element in text", createElement("p", null, "a", createElement("br"), "b", createElement("wbr"), "c")],
  [
    "a choice",
    createElement(
      "select",
      { defaultValue: "b", name: "n" },
      createElement("option", { value: "" }, "None"),
      ["a", "b"].map((value) => createElement("option", { key: value, value }, value)),
      createElement("option", null, "b"),
    ),
  ],
  [
    "several choices",
    createElement("select", { multiple: true, defaultValue: ["1", "2"] }, createElement("option", { value: 2 }, "x")),
  ],
  [
    "texts beside each other",
    createElement("p", null, "a", 1, "", null, true, ["b", createElement(Fragment, { key: 1 }, "c")], "d"),
  ],
  ["markup", createElement("script", { [MARKUP]: { __html: "a < b" } })],
  ["an iterable", createElement("p", null, new Set(["a", "b"]))],
  ["nothing", null],
])("%s is written as React writes it", (_what, node) => {
  expectSame(node);
});

const Depth = createContext(0);

function Ids({ children }: { children?: ReactNode }) {
  const [first, second] = [useId(), useId()];
  return createElement("section", { id: first, "aria-labelledby": second }, children);
}

class Counted extends Component<{ from: number }, { from: number; count: number }> {
  override state = { from: 0, count: 1 };
  static getDerivedStateFromProps({ from }: { from: number }) {
    return { from };
  }
  override render() {
    return `${this.state.from} ${this.state.count}`;
  }
}

function Hooks() {
  const depth = useContext(Depth);
  const [state] = useState(() => "state");
  const { current } = useRef("reference");
  const memory = useMemo(() => "memory", []);
  const store = useSyncExternalStore(
    () => () => {},
    () => "browser",
    () => "server",
  );
  useEffect(() => {
    throw new Error("An effect ran on the server");
  });
  return [depth, state, current, memory, store].join(" ");
}

const Forwarded = forwardRef<HTMLParagraphElement, { text: string }>(({ text }, ref) =>
  createElement("p", { ref }, text),
);

test("components of every kind, contexts and hooks are rendered as React renders them", () => {
  expectSame(
    createElement(
      StrictMode,
      null,
      createElement(
        Depth.Provider,
        { value: 1 },
        createElement(Hooks),
        createElement(Depth.Provider, { value: 2 }, createElement(Hooks)),
        createElement(Hooks),
      ),
      createElement(Depth.Consumer, null, ((depth: number) => `consumed ${depth}`) as never),
      createElement(Forwarded, { text: "forwarded" }),
      createElement(memo(Hooks)),
      createElement(Counted, { from: 3 }),
    ),
  );
});

test("ids are those that React makes in the browser, in any place of the tree", () => {
  const nested = (depth: number): ReactNode =>
    createElement(
      Ids,
      null,
      depth > 0
        ? [0, 1, 2].slice(0, 1 + (depth % 3)).map((key) => createElement(Fragment, { key }, nested(depth - 1)))
        : null,
    );
  expectSame([createElement(Ids, { key: 1 }), "text", createElement("div", { key: 2 }, nested(9))]);
});

test("an id has no more than 30 bits of its number, and the rest as text", () => {
  expect(treeIdOf(Array.from({ length: 40 }, () => [1, 0] as const)).length).toBeGreaterThan(7);
});

test("a long text with all kinds of characters is whole", () => {
  const lines = Array.from({ length: 2_000 }, (_unused, key) =>
    createElement("li", { key, title: "é" }, "a – 田中 🛰 & b"),
  );
  expectSame(createElement("ul", null, lines));
});

test("what a component throws is thrown, and the next rendering has no trace of it", () => {
  const broken = createElement(
    Depth.Provider,
    { value: 5 },
    createElement(() => {
      throw new Error("broken");
    }),
  );
  expect(() => renderToHtml(createElement("p", null, "before", broken))).toThrow("broken");
  expect(renderToHtml(createElement(Depth.Consumer, null, String as never))).toBe("0");
});

function Restless() {
  const [count, setCount] = useState(0);
  if (count === 0) setCount(1);
  return count;
}

test("a component that changes its state while it is rendered is refused", () => {
  expect(() => renderToHtml(createElement(Restless))).toThrow("change its state");
});

const ADDRESSES = [
  ...[
    "/",
    "/gov",
    "/gov/",
    "/gov?a=b",
    "/gov#c",
    "/gov?a=b#c",
    "/gov?",
    "/gov#",
    "/gov?#",
    "//other.example",
    "/a//b",
    "/a/../b",
  ],
  ...["/a/./b", "?a=b", "?", "?a=b#", "#c", "", ".", "..", "../x", "x", "https://other.example/", "mailto:a@b.example"],
];

const SHARED = { className: "c", "aria-current": "page", preventScrollReset: true, replace: true } as const;

const linksTo = (to: string) => [
  createElement(Link, { key: 1, ...SHARED, to }, ["a", "b"]),
  createElement(Link, { key: 2, to, target: "_blank", onClick: () => {} }),
  createElement(Form, { key: 3, ...SHARED, method: "post", action: to }, "x"),
  createElement(Form, { key: 4, action: to, id: "f" }),
  createElement(Form, { key: 5, method: "post" }),
];

async function expectSamePage(to: string, at: string): Promise<void> {
  const routes = [{ path: "/list/:id", element: linksTo(to) }];
  const { query, dataRoutes } = createStaticHandler(routes);
  const context = await query(new Request(`http://portal.test${at}`));
  if (context instanceof Response) throw new Error("redirected");
  const page = createElement(StaticRouterProvider, {
    router: createStaticRouter(dataRoutes, context),
    context,
    hydrate: false,
  });
  expect(renderToHtml(page, linkShortcuts)).toBe(quietly(() => renderToString(page)));
}

test.each(ADDRESSES)("a link and a form to %j are written as Remix writes them", (to) =>
  expectSamePage(to, "/list/a?q=r"),
);

test.each(["/list/a", "/list/a/", "/list/%C3%A4?a=%20", "/list/a?index", "/list/a?index=1&b", "/LIST/a"])(
  "links and forms on the page %s are written as Remix writes them",
  (at) => expectSamePage("?a=b", at),
);

test.each(["", "b", "<&>", "1", "none"])("options are written as React writes them, with %j selected", (chosen) => {
  const options = ["", "a", "b", "<&>", '"', "1"].map((value) => ({ value, label: value === "a" ? "" : `${value}'` }));
  const presets = [{ label: "a" }, { label: "<b>", aliases: ["b & c", "b"] }];
  const page = createElement(Fragment, null, [
    "before",
    createElement("select", { key: 1, defaultValue: chosen }, createElement(SelectOptions, { options }), "after"),
    createElement(TagOptions, { key: 2, id: "presets", presets }),
    createElement(TagOptions, { key: 3, id: "none", presets: [] }),
    "after",
  ]);
  const written = vi.fn(optionShortcuts.get(SelectOptions));
  const shortcuts = new Map([...optionShortcuts, [SelectOptions, written as Shortcut]]);
  expect(renderToHtml(page, shortcuts)).toBe(quietly(() => renderToString(page)));
  expect(written).toHaveBeenCalledTimes(1);
});

test("inherited properties are not attributes, and inherited markup is not written", () => {
  const text =
    '{"__proto__": {"dangerouslySetInnerHTML": {"__html": "<img src=x>"}, "href": "javascript:x", "value": "y"}}';
  for (const tag of ["a", "input", "textarea", "select", "option"]) {
    const node = createElement(tag, JSON.parse(text), null);
    expect(renderToBytes(node).toString(), tag).toBe(renderToString(node));
  }
});
