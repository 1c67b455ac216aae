import { Form, Link, type Location, useLocation } from "@remix-run/react";
import type { Shortcut } from "./render.server";

/** An address with an empty part, or one that Remix would resolve: with `..`, or without a slash. */
const TO_RESOLVE = /\/[/.]|[?#](?:#|$)/;

/** The address of a link, or null if Remix has to resolve it. */
function hrefOf(to: unknown, pathname: string): string | null {
  if (typeof to !== "string" || TO_RESOLVE.test(to)) return null;
  if (to.startsWith("/")) return to;
  return to.startsWith("?") ? pathname + to : null;
}

/**
 * Remix's `Link` and `Form` resolve each address relative to all routes, and prepare to prefetch pages. On the server, almost
 * all of ours are an element with the address as it is.
 */
export const linkShortcuts: ReadonlyMap<unknown, Shortcut> = new Map<unknown, Shortcut>([
  [
    Link,
    function writeLink(props, { element }) {
      const { to, replace: _replace, state: _state, preventScrollReset: _reset, ...rest } = props;
      const href = hrefOf(to, useLocation().pathname);
      if (href === null || isSpecial(rest)) return false;
      element("a", { ...rest, "data-discover": "true", href });
      return true;
    },
  ],
  [
    Form,
    function writeForm(props, { element }) {
      const { action, method, replace: _replace, state: _state, preventScrollReset: _reset, ...rest } = props;
      const address = actionOf(action, useLocation());
      if (address === null || isSpecial(rest)) return false;
      element("form", {
        method: method === "post" ? "post" : "get",
        action: address,
        ...rest,
        "data-discover": "true",
      });
      return true;
    },
  ],
]);

/**
 * The address of a form, or null if Remix has to resolve it. Without an action, a form of a page is sent to the page itself.
 * Remix sends one of the frame to the home page instead, but those all have an action.
 */
function actionOf(action: unknown, { pathname, search }: Location): string | null {
  if (action !== undefined) return hrefOf(action, pathname);
  return pathname.endsWith("/") || pathname.includes("%") || search.includes("index") ? null : pathname + search;
}

/** Whether a link or form has a property that changes what Remix makes of it. */
const isSpecial = (rest: Readonly<Record<string, unknown>>) =>
  "prefetch" in rest ||
  "discover" in rest ||
  "reloadDocument" in rest ||
  "relative" in rest ||
  "target" in rest ||
  "navigate" in rest;
