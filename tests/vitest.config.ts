import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { temporaryFolder } from "./support/temporary-folder";

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** A stylesheet or an image is, to a server module, the address it is served under: as Remix's compiler has it. */
const assetAddresses: Plugin = {
  name: "asset-addresses",
  enforce: "pre",
  resolveId: (id) => (/\.(css|svg)$/.test(id) ? `\0asset:${basename(id)}?address` : null),
  load: (id) => (id.startsWith("\0asset:") ? `export default "/assets/${id.slice(7, -8)}";` : null),
};

/** How often each race is run, each time on fresh records or on a portal of its own; `prove:races` says two hundred. */
const RACE_TIMES = Number(process.env.RACE_TIMES ?? 1);

export default defineConfig({
  root: fromRoot(""),
  plugins: [assetAddresses],
  resolve: {
    alias: [
      { find: /^~\//, replacement: `${fromRoot("app")}/` },
      { find: /^#db\//, replacement: `${fromRoot("db")}/` },
      { find: "@remix-run/dev/server-build", replacement: fromRoot("tests/support/server-build.ts") },
    ],
  },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    exclude: ["tests/browser/**", "**/node_modules/**"],
    pool: "forks",
    maxWorkers: 2,
    env: { TMPDIR: temporaryFolder() },
    // Every test opens a portal of its own, so files may share the loaded modules: that is most of a run's time.
    isolate: false,
    testTimeout: 20_000,
    tags: [
      {
        name: "race",
        description: "Requests at once: what may happen once happens once.",
        repeats: RACE_TIMES - 1,
      },
    ],
  },
});
