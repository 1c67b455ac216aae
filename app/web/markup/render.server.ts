import React, { type ReactNode } from "react";
import { attributeOf, escapeText } from "./attributes.server";
import { type Fork, treeIdOf } from "./tree-id.server";

/*
 * React's server renderer, without what our pages do not use: streams, suspended components, state that changes while it
 * renders. It writes the same HTML in a fifth of the time, because it makes one string and keeps no tasks or segments. It
 * relies on how React 18 represents elements, contexts and hooks; `package.json` pins the version, and the tests compare
 * what both renderers make of every page.
 */

type Properties = Readonly<Record<string, unknown>>;

interface Element {
  $$typeof: symbol;
  type: unknown;
  props: Properties;
  ref: unknown;
}

interface Context {
  $$typeof: symbol;
  _currentValue: unknown;
  _context?: Context;
}

/** A component that is not a function: what `forwardRef` and `memo` make, and the parts of a context. */
interface Wrapped {
  $$typeof: symbol;
  render(props: Properties, ref: unknown): unknown;
  type: unknown;
  _context: Context;
}

interface ClassComponent {
  new (props: Properties): { props: Properties; state: unknown; render(): unknown };
  prototype: { isReactComponent?: unknown };
  getDerivedStateFromProps?(props: Properties, state: unknown): object | null;
}

type FunctionComponent = (props: Properties) => unknown;

/** Writes an element's HTML. @returns false to render the component itself */
export type Shortcut = (props: Properties, write: Writer) => boolean;

/** What a shortcut writes with. */
export interface Writer {
  element(tag: string, props: Properties): void;
  /** An option without other properties: a page may have a thousand. */
  option(value: string, text: string, label?: string): void;
  read<Value>(context: React.Context<Value>): Value;
}

const [ELEMENT, PROVIDER, CONTEXT, FORWARD_REF, MEMO] = [
  "react.element",
  "react.provider",
  "react.context",
  "react.forward_ref",
  "react.memo",
].map((name) => Symbol.for(name));

const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "link", "meta", "source", "track", "wbr"]);

const { ReactCurrentDispatcher: current } = (
  React as unknown as {
    __SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED: { ReactCurrentDispatcher: { current: unknown } };
  }
).__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED;

/**
 * How many characters to write before they become bytes. V8 keeps a text that grows as a tree of its parts, and putting a
 * tree of 10,000 parts together takes three times as long as putting each thousand together.
 */
const PIECE_CHARACTERS = 4_000;

/*
 * The state of the one rendering that runs. It is outside the functions because they are called for every element.
 */
let html = "";
let pieces: Buffer[] = [];
/** Whether the last thing written was text: React puts a comment between two texts, which are two nodes to it. */
let isAfterText = false;
/** The value of the `<select>` around. */
let selected: unknown = null;
/** The ids that the present component has used. */
let ids = 0;
let shortcuts: ReadonlyMap<unknown, Shortcut> = new Map();
/** The forks of the tree on the way to the present place. */
const counts: number[] = [];
const indexes: number[] = [];
let depth = 0;

/**
 * Renders a tree to HTML in UTF-8.
 * @param instead what writes the same HTML in less time, for components that pages have many of
 * @throws what a component throws
 */
export function renderToBytes(node: ReactNode, instead: ReadonlyMap<unknown, Shortcut> = new Map()): Buffer {
  const before = current.current;
  html = "";
  pieces = [];
  isAfterText = false;
  selected = null;
  depth = 0;
  shortcuts = instead;
  current.current = hooks;
  try {
    writeNode(node);
    finishPiece();
    return Buffer.concat(pieces);
  } finally {
    current.current = before;
    html = "";
    pieces = [];
  }
}

function finishPiece(): void {
  pieces.push(Buffer.from(html));
  html = "";
}

function writeNode(node: unknown): void {
  if (typeof node === "string") writeText(node);
  else if (typeof node === "number") writeText(`${node}`);
  else if (typeof node === "object" && node !== null) {
    if (Array.isArray(node)) writeList(node);
    else if ((node as Element).$$typeof === ELEMENT) writeElement(node as Element);
    else if (Symbol.iterator in node) writeList([...(node as Iterable<unknown>)]);
    else throw new Error("An object is not valid as a child");
  }
}

function writeText(text: string): void {
  if (text === "") return;
  html += isAfterText ? `<!-- -->${escapeText(text)}` : escapeText(text);
  isAfterText = true;
}

function writeList(nodes: readonly unknown[]): void {
  counts[depth] = nodes.length;
  depth += 1;
  for (let index = 0; index < nodes.length; index += 1) {
    indexes[depth - 1] = index;
    writeNode(nodes[index]);
    if (html.length > PIECE_CHARACTERS) finishPiece();
  }
  depth -= 1;
}

function writeElement({ type, props, ref }: Element): void {
  if (typeof type === "string") writeTag(type, props);
  else if (typeof type === "function") {
    if ((type as unknown as ClassComponent).prototype?.isReactComponent) writeClass(type as never, props);
    else if (!shortcuts.get(type)?.(props, writer)) {
      ids = 0;
      writeRendered((type as FunctionComponent)(props));
    }
  } else if (type === React.Fragment || type === React.StrictMode) writeNode(props.children);
  else writeWrapped(type as Wrapped, props, ref);
}

function writeWrapped(wrapped: Wrapped, props: Properties, ref: unknown): void {
  switch (wrapped.$$typeof) {
    case PROVIDER:
      writeWithin(wrapped._context, props);
      break;
    case CONTEXT:
      writeNode((props.children as (value: unknown) => unknown)(readContext(wrapped._context ?? wrapped)));
      break;
    case FORWARD_REF:
      if (shortcuts.get(wrapped)?.(props, writer)) break;
      ids = 0;
      writeRendered(wrapped.render(props, ref));
      break;
    case MEMO:
      writeElement({ $$typeof: wrapped.$$typeof, type: wrapped.type, props, ref });
      break;
    default:
      throw new Error("The server cannot render this kind of component");
  }
}

/** Writes what a component returned. One that used an id counts as a fork of its own. */
function writeRendered(node: unknown): void {
  if (ids === 0) writeNode(node);
  else writeList([node]);
}

function writeClass(Component: ClassComponent, props: Properties): void {
  const component = new Component(props);
  component.props = props;
  const derived = Component.getDerivedStateFromProps?.(props, component.state);
  if (derived) component.state = { ...(component.state as object), ...derived };
  writeNode(component.render());
}

function writeWithin(context: Context, { value, children }: Properties): void {
  const before = context._currentValue;
  context._currentValue = value;
  try {
    writeNode(children);
  } finally {
    context._currentValue = before;
  }
}

function writeTag(tag: string, props: Properties): void {
  isAfterText = false;
  if (tag === "input") writeInput(props);
  else if (tag === "textarea") writeTextArea(props);
  else writeWithChildren(tag, props);
}

function writeWithChildren(tag: string, props: Properties): void {
  let start = tag === "html" ? "<!DOCTYPE html><html" : `<${tag}`;
  let inside: unknown;
  let markup: unknown;
  for (const name in props) {
    const value = ownOf(props, name);
    if (value === null || value === undefined) continue;
    if (name === "children") inside = value;
    else if (name === "dangerouslySetInnerHTML") markup = (value as { __html: unknown }).__html;
    else if (tag !== "select" || !(name === "value" || name === "defaultValue")) start += attributeOf(name, value);
  }
  if (VOID.has(tag)) {
    html += `${start}/>`;
    return;
  }
  if (tag === "option" && isSelected(props)) start += ' selected=""';
  if (typeof inside === "string") {
    html += `${start}>${tag === "pre" && inside.startsWith("\n") ? "\n" : ""}${escapeText(inside)}</${tag}>`;
    return;
  }
  html += markup === undefined || markup === null ? `${start}>` : `${start}>${markup}`;
  if (tag === "select") {
    selected = ownOf(props, "value") ?? ownOf(props, "defaultValue");
    writeNode(inside);
    selected = null;
  } else writeNode(inside);
  html += `</${tag}>`;
  isAfterText = false;
}

function writeOption(value: string, text: string, label?: string): void {
  const start = `<option value="${escapeText(value)}"${label === undefined ? "" : ` label="${escapeText(label)}"`}`;
  html += `${start}${isSelected({ value }) ? ' selected=""' : ""}>${escapeText(text)}</option>`;
  isAfterText = false;
  if (html.length > PIECE_CHARACTERS) finishPiece();
}

/** A property of the element itself. An object with another prototype could inherit markup. */
const ownOf = (props: Properties, name: string): unknown => (Object.hasOwn(props, name) ? props[name] : undefined);

function isSelected({ value, children }: Properties): boolean {
  if (selected === null || selected === undefined) return false;
  const own = `${value ?? React.Children.toArray(children as ReactNode).join("")}`;
  return Array.isArray(selected) ? selected.some((one) => `${one}` === own) : `${selected}` === own;
}

function writeInput(props: Properties): void {
  html += "<input";
  for (const name in props) {
    const value = ownOf(props, name);
    if (value !== null && value !== undefined && name !== "value" && name !== "checked")
      html += attributeOf(name, value);
  }
  const checked = ownOf(props, "checked") ?? ownOf(props, "defaultChecked");
  const value = ownOf(props, "value") ?? ownOf(props, "defaultValue");
  if (checked !== null && checked !== undefined) html += attributeOf("checked", checked);
  if (value !== null && value !== undefined) html += attributeOf("value", value);
  html += "/>";
}

function writeTextArea(props: Properties): void {
  html += "<textarea";
  for (const name in props) {
    const value = ownOf(props, name);
    if (value !== null && value !== undefined && name !== "value") html += attributeOf(name, value);
  }
  const text = `${ownOf(props, "value") ?? ownOf(props, "defaultValue") ?? ""}`;
  // A browser ignores the first line break.
  html += `>${text.startsWith("\n") ? "\n" : ""}${escapeText(text)}</textarea>`;
}

const readContext = (context: Context) => context._currentValue;

function makeId(): string {
  const forks: Fork[] = [];
  for (let at = 0; at < depth; at += 1) forks.push([counts[at] ?? 0, indexes[at] ?? 0]);
  const local = ids === 0 ? "" : `H${ids.toString(32)}`;
  ids += 1;
  return `:R${treeIdOf(forks)}${local}:`;
}

function refuseUpdate(): never {
  throw new Error("A component may not change its state while the server renders it");
}

const ignore = () => {};

/** The hooks as a component sees them while the server renders it. */
const hooks = {
  readContext,
  useContext: readContext,
  useState: (initial: unknown) => [typeof initial === "function" ? initial() : initial, refuseUpdate],
  useRef: (initial: unknown) => ({ current: initial }),
  useMemo: (make: () => unknown) => make(),
  useCallback: (callback: unknown) => callback,
  useSyncExternalStore: (_subscribe: unknown, _read: unknown, readOnServer: () => unknown) => readOnServer(),
  useId: makeId,
  useEffect: ignore,
  useLayoutEffect: ignore,
  useDebugValue: ignore,
};

const writer: Writer = {
  element: writeTag,
  option: writeOption,
  read: (context) => readContext(context as unknown as Context) as never,
};
