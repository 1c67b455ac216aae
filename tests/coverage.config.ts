import { mergeConfig } from "vitest/config";
import tests from "./vitest.config";

/** Percent. */
const BRANCHES = 95;

/*
 * `npm run coverage` counts the branches that the tests take in the code that protects access and data, and exits with 1
 * below the threshold (docs/proofs.md#coverage). Browser tests and servers in their own process do not count.
 */
export default mergeConfig(tests, {
  test: {
    coverage: {
      enabled: true,
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
  },
});
