import { hash } from "node:crypto";

/**
 * Replaces the nonce of a page's scripts by their hashes, so that the page can be sent more than once: a nonce that is used
 * again protects nothing. Only scripts with the nonce get a hash. So a script that came into the page as text still does not
 * run.
 * @param nonce unguessable, and known only to what rendered the page
 * @returns the page without the nonce, and the sources of its scripts for its policy (CSP Level 3)
 */
export function withScriptHashes(html: string, nonce: string): { html: string; sources: string[] } {
  const attribute = ` nonce="${nonce}"`;
  const [before = "", ...parts] = html.split(attribute);
  const sources = new Set<string>();
  for (const part of parts) {
    const begin = part.indexOf(">") + 1;
    sources.add(`'sha256-${hash("sha256", part.slice(begin, part.indexOf("</script>", begin)), "base64")}'`);
  }
  return { html: [before, ...parts].join(""), sources: [...sources] };
}
