/** A page's markup without scripts, which repeat the page's data, and without React's comments. */
export const withoutScripts = (html: string) =>
  html.replace(/<script[\s\S]*?<\/script>/g, "").replaceAll("<!-- -->", "");

const CHARACTERS: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&", "#x27": "'" };

/** Replaces the character references that React writes. */
export const unescaped = (html: string) =>
  html.replace(/&(lt|gt|quot|amp|#x27);/g, (_entity, name) => CHARACTERS[name] ?? "");

/** A page's text without tags, in one line. */
export const wordsOf = (html: string) =>
  withoutScripts(html)
    .replaceAll("<wbr/>", "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** The rows of the table that contains a caption, as the text of each cell. */
export function tableOf(html: string, caption: RegExp): string[][] {
  const table = [...html.matchAll(/<table[\s\S]*?<\/table>/g)].map(([text]) => text).find((text) => caption.test(text));
  if (table === undefined) throw new Error(`No table ${caption}`);
  return [...(table.match(/<tbody>[\s\S]*<\/tbody>/)?.[0] ?? "").matchAll(/<tr>([\s\S]*?)<\/tr>/g)].map(
    ([, row = ""]) =>
      [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)].map(([, cell = ""]) =>
        unescaped(cell.replace(/<[^>]+>/g, "")),
      ),
  );
}

/** The error codes on a page, by field. */
export function errorsIn(html: string): Record<string, string[]> {
  const groups = [...html.matchAll(/id="([\w-]+)-error">(.*?)<\/div><\/div>/gs)];
  const codes = (group = "") => [...group.matchAll(/data-error="(\w+)"/g)].map(([, code = ""]) => code);
  return Object.fromEntries(groups.map(([, name = "", group]) => [name, codes(group)]));
}

/**
 * The forms of a page that explain stars that they do not have, or have several fields and do not explain their stars.
 * @returns the names of the fields that a person sees, for each form
 */
export function formsWithWrongNote(html: string): string[][] {
  const forms = [...withoutScripts(html).matchAll(/<form[\s\S]*?<\/form>/g)].map(([form]) => {
    const controls = [...form.matchAll(/<(?:input|select|textarea)[^>]*>/g)].map(([control]) => control);
    const fields = controls
      .filter((control) => !/type="(?:hidden|submit)"/.test(control))
      .flatMap((control) => control.match(/ name="([^"]+)"/)?.[1] ?? []);
    const hasStar = form.includes('<abbr title="required"');
    return { fields: [...new Set(fields)], hasStar, explainsStars: form.includes("glip-required-note") };
  });
  return forms
    .filter(({ fields, hasStar, explainsStars }) => explainsStars !== (hasStar && fields.length > 1))
    .map(({ fields }) => fields);
}
