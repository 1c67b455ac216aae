import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const KIT = "app/ui/kit";
const EXAMPLES = "dev/style-page/examples";

const textsIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }));

/** What shows nothing without scripts. */
const UNSEEN = ["Shortcuts"];

test("the style page has an example of every component of the kit", () => {
  const kit = textsIn(KIT).map(({ text }) => ({
    text,
    components: [...text.matchAll(/^export (?:async )?function ([A-Z]\w*)/gm)].map(([, name = ""]) => name),
  }));
  const components = kit.flatMap((file) => file.components);
  expect(components.length).toBeGreaterThan(40);
  const examples = textsIn(EXAMPLES).map(({ text }) => text);
  const isUsedIn = (name: string, text: string) => new RegExp(`<${name}[\\s>/]`).test(text);
  const shown = new Set(components.filter((name) => examples.some((text) => isUsedIn(name, text))));
  // A component of which others consist is shown with them.
  for (let before = -1; before < shown.size; ) {
    before = shown.size;
    const texts = kit.filter((file) => file.components.some((name) => shown.has(name))).map(({ text }) => text);
    for (const name of components) if (texts.some((text) => isUsedIn(name, text))) shown.add(name);
  }
  expect(components.filter((name) => !shown.has(name))).toEqual(UNSEEN);
});
