import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { withoutUnused } from "../../app/programs/unused-styles.mjs";

test("only rules for classes that no component has are left out of the stylesheet", () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-styles-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "ui"));
  const component = '<p className="usa-used"><b className={`usa-alert--$' + "{kind} glip-own`} /></p>";
  writeFileSync(join(folder, "ui/component.tsx"), component);
  const rules = (css: string) => withoutUnused(css, folder);
  const kept = [
    ".usa-used{a:b}",
    ".usa-alert--info:hover{a:b}",
    "p>.glip-own::before{a:b}",
    "table td{a:b}",
    ":is(.usa-used,.usa-other)+p{a:b}",
    ".usa-used:not(.usa-other:has(.usa-another)){a:b}",
    "@media print{.glip-own{a:b}}",
    "@keyframes turn{from{a:b}}",
    "@font-face{a:b}",
  ];
  for (const rule of kept) expect(rules(rule), rule).toBe(rule);
  const leftOut = [".usa-other{a:b}", ".usa-used .usa-other{a:b}", "@media print{.usa-other{a:b}}"];
  for (const rule of leftOut) expect(rules(rule), rule).toBe("");
  expect(rules(".usa-other,.usa-used,p.glip-own{a:b}")).toBe(".usa-used,p.glip-own{a:b}");
});
