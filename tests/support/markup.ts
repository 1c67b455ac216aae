/** A page's markup without its scripts, which repeat in data what the page says, and without React's own marks. */
export const withoutScripts = (html: string) =>
  html.replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");

/** The text of a page between its tags, in one line. */
export const wordsOf = (html: string) =>
  withoutScripts(html)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
