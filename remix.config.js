import { defineRoutes } from "./app/routes.js";

/** @type {import("@remix-run/dev").AppConfig} */
export default {
  // Every route is declared in app/routes.js; no file becomes a route by lying in a folder.
  ignoredRouteFiles: ["**/*"],
  routes: defineRoutes,
  server: "./app/server.ts",
  serverBuildPath: "build/index.js",
  serverModuleFormat: "esm",
  serverPlatform: "node",
  assetsBuildDirectory: "build/client/assets",
  publicPath: "/assets/",
  tailwind: false,
  postcss: false,
  future: {
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: true,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
};
