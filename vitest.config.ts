import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { temporaryFolder } from "./tests/support/temporary-folder";

const fromRoot = (path: string) => fileURLToPath(new URL(`./${path}`, import.meta.url));

/** A stylesheet, an image or a font is, to a server module, the address it is served under: as Remix's compiler has it. */
const assetAddresses: Plugin = {
  name: "asset-addresses",
  enforce: "pre",
  resolveId: (id) => (/\.(css|svg|woff2)$/.test(id) ? `\0asset:${basename(id)}?address` : null),
  load: (id) => (id.startsWith("\0asset:") ? `export default "/assets/${id.slice(7, -8)}";` : null),
};

/** How often each race is run, each time on fresh records or on a portal of its own; `prove:races` says two hundred. */
const RACE_TIMES = Number(process.env.RACE_TIMES ?? 1);

/** Percent. */
const BRANCHES = 95;

export default defineConfig({
  plugins: [assetAddresses],
  esbuild: { jsxDev: false },
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
    maxWorkers: availableParallelism(),
    // Pages are rendered by the React that the service uses in production.
    env: { TMPDIR: temporaryFolder(), NODE_ENV: "production" },
    // Every test opens a portal of its own, so files may share the loaded modules: that is most of a run's time.
    isolate: false,
    // For a test that hangs. Those that start several servers take a third of it beside other work on two cores.
    testTimeout: 60_000,
    setupFiles: ["tests/support/watch-blocking.ts"],
    // `npm run coverage` counts the branches that the tests take in the code that protects access and data, and exits with
    // 1 below the threshold (docs/proofs.md#coverage). Browser tests and servers in their own process do not count.
    coverage: {
      provider: "v8",
      include: [
        "app/policy/**",
        "app/operations/admission.server.ts",
        "app/operations/{operation,execute}.server.ts",
        "app/domain/session/**",
        "app/operations/session.server.ts",
        "app/secrets/**",
        "app/domain/account/**",
        "app/operations/rate-limit.server.ts",
        "app/audit/**",
        "app/backup/**",
        "app/storage/**",
        "app/domain/attachment/**",
        "app/domain/engagement/*attachment*",
        "app/domain/submission/{create,download-file}.server.ts",
        "app/domain/announcement/*attachment*",
        "app/web/transport/{multipart,part-count,cookies,cross-site,client-address,download,body}*.ts",
        "db/open.ts",
      ],
      reporter: ["text"],
      thresholds: {
        branches: BRANCHES,
        // Each of them by itself: what one has too much of makes up for no other.
        "app/policy/**": { branches: BRANCHES },
        "{db/open.ts,app/audit/**}": { branches: BRANCHES },
        "{app/storage/**,app/web/transport/{multipart,part-count}*.ts,app/domain/**/*attachment*}": {
          branches: BRANCHES,
        },
        "{app/domain/{session,account}/**,app/secrets/**,app/operations/{session,rate-limit}.server.ts,app/web/transport/cookies.server.ts}":
          {
            branches: BRANCHES,
          },
      },
    },
    tags: [
      {
        name: "race",
        description: "Requests at once: what may happen once happens once.",
        repeats: RACE_TIMES - 1,
      },
    ],
  },
});
