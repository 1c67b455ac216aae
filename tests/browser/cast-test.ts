import { type Cast, openCast } from "./cast";
import { test as base } from "./portal";

/** A portal with the cast in it. */
export const test = base.extend<object, { cast: Cast }>({
  cast: [
    async ({ portal }, use) => {
      const cast = openCast(portal, portal.databasePath);
      await use(cast);
      cast.close();
    },
    { scope: "worker" },
  ],
});
