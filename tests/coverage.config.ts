import { mergeConfig } from "vitest/config";
import tests from "./vitest.config";

/** Percent. */
const BRANCHES = 95;

/*
 * `npm run coverage`: which branches the tests take of the code that keeps others out and keeps what was acknowledged. It
 * ends with 1 below what that code is held to. The browser's tests, and servers as processes of their own, are not counted.
 */
export default mergeConfig(tests, {
  test: {
    coverage: {
      enabled: true,
      provider: "v8",
      include: [
        "app/policy/**",
        "app/domain/admission.server.ts",
        "app/domain/operation.server.ts",
        "app/domain/session/**",
        "app/domain/account/**",
        "app/domain/rate-limit.server.ts",
        "app/audit/**",
        "app/backup/**",
        "app/storage/**",
        "app/domain/attachment*.ts",
        "app/domain/engagement/*attachment*",
        "app/domain/submission/{create,download-file}.server.ts",
        "app/domain/announcement/*attachment*",
        "app/http/{multipart,part-count,cookies,cross-site,client-address,download,body}*.ts",
        "db/open.ts",
      ],
      reporter: ["text"],
      thresholds: {
        branches: BRANCHES,
        // Each of them by itself: what one has too much of makes up for no other.
        "app/policy/**": { branches: BRANCHES },
        "{db/open.ts,app/audit/**}": { branches: BRANCHES },
        "{app/storage/**,app/http/{multipart,part-count}*.ts,app/domain/**/*attachment*}": { branches: BRANCHES },
        "{app/domain/{session,account}/**,app/domain/rate-limit.server.ts,app/http/cookies.server.ts}": {
          branches: BRANCHES,
        },
      },
    },
  },
});
