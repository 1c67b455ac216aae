/** A page's markup without its scripts, which repeat in data what the page says, and without React's own marks. */
export const withoutScripts = (html: string) =>
  html.replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");

const CHARACTERS: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#x27": "'" };

/** Text of a page as it is read: React escapes these characters, and no others. */
export const unescaped = (html: string) =>
  html.replace(/&(lt|gt|quot|amp|#x27);/g, (_entity, name) => CHARACTERS[name] ?? "");

/** The text of a page between its tags, in one line. */
export const wordsOf = (html: string) =>
  withoutScripts(html)
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
