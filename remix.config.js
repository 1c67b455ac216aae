import { defineRoutes } from "./app/routes.js";

// `npm run dev` builds into a folder of its own, so that it never takes the place of a build for production.
const folder = process.env.BUILD_FOLDER ?? "build";

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  // Every route is declared in app/routes.js; no file becomes a route by lying in a folder.
  ignoredRouteFiles: ["**/*"],
  routes: defineRoutes,
  server: "./app/server.ts",
  serverBuildPath: `${folder}/index.js`,
  serverModuleFormat: "esm",
  serverPlatform: "node",
  assetsBuildDirectory: `${folder}/client/assets`,
  publicPath: "/assets/",
  // Node 24 reads a package's package.json again for each file of it that it loads: drizzle-orm's has 179 KB, and 200
  // files of it were a third of the time that a start took.
  serverDependenciesToBundle: [/^drizzle-orm/],
  tailwind: false,
  postcss: false,
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
