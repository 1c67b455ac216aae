import type { AppLoadContext, EntryContext } from "@remix-run/node";
import { renderToString } from "react-dom/server";
import handleRequest, { documentOf } from "~/entry.server";

/** The title of a page whose form was refused begins with more than React rendered. */
const withoutTitle = (html: string) => html.replace(/<title>[^<]*/, "<title>");

/**
 * Renders a page as the server does, and again with React's own renderer. Every test of a page then also tests that both
 * make the same HTML.
 * @throws Error with the first difference
 */
export async function renderComparedWithReact(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const { serverHandoffStream: _stream, ...rendered } = context;
  // React writes the document type only into a stream.
  const expected = `<!DOCTYPE html>${withoutTitle(renderToString(documentOf(request, rendered, loadContext.nonce ?? "")))}`;
  const response = await handleRequest(request, status, headers, context, loadContext);
  const html = await response.text();
  const actual = withoutTitle(html.slice(0, html.indexOf("</html>") + "</html>".length));
  if (actual !== expected) throw new Error(`The page differs from what React renders: ${difference(actual, expected)}`);
  return new Response(html, { status, headers });
}

function difference(actual: string, expected: string): string {
  let at = 0;
  while (actual[at] === expected[at]) at += 1;
  const part = (html: string) => JSON.stringify(html.slice(Math.max(0, at - 60), at + 100));
  return `${part(actual)} instead of ${part(expected)}`;
}
