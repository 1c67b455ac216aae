import type { ServerBuild } from "@remix-run/node";
import * as entryModule from "~/entry.server";
import * as rootModule from "~/root";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { renderComparedWithReact } from "./compared-rendering";

/*
 * A Remix server build from the route table and the source modules, so that tests run the real service without a build.
 * Nothing is bundled: the build names the browser's modules, but no test loads them.
 */

type RouteModule = Record<string, unknown>;
type ServerRoutes = ServerBuild["routes"];
type AssetRoutes = ServerBuild["assets"]["routes"];

interface Declared {
  id: string;
  path: string | undefined;
  index: boolean | undefined;
  parentId: string | undefined;
  module: RouteModule;
}

const declared: Declared[] = [
  { id: "root", path: "", index: undefined, parentId: undefined, module: rootModule },
  ...(await Promise.all(
    [...API_ROUTES, ...PAGE_ROUTES].map(async ({ path, file, index }) => ({
      id: file.replace(/\.tsx?$/, ""),
      path: index ? undefined : path,
      index,
      parentId: "root",
      module: (await import(/* @vite-ignore */ `../../app/${file}`)) as RouteModule,
    })),
  )),
];

const assetRoute = ({ module, ...route }: Declared) => ({
  ...route,
  module: `/assets/${route.id}.js`,
  hasLoader: "loader" in module,
  hasAction: "action" in module,
  hasClientLoader: false,
  hasClientAction: false,
  hasErrorBoundary: "ErrorBoundary" in module,
});
const byId = <Route>(make: (route: Declared) => Route): Record<string, Route> =>
  Object.fromEntries(declared.map((route) => [route.id, make(route)]));

export const mode = "production";
export const entry: ServerBuild["entry"] = { module: { ...entryModule, default: renderComparedWithReact } };
export const routes = byId((route) => route) as unknown as ServerRoutes;
export const assets: ServerBuild["assets"] = {
  entry: { module: "/assets/entry.client.js", imports: [] },
  routes: byId(assetRoute) as AssetRoutes,
  url: "/assets/manifest.js",
  version: "test",
};
export const publicPath = "/assets/";
export const assetsBuildDirectory = "build/client/assets";
export const isSpaMode = false;
export const future: ServerBuild["future"] = {
  v3_fetcherPersist: true,
  v3_lazyRouteDiscovery: false,
  v3_relativeSplatPath: true,
  v3_singleFetch: true,
  v3_throwAbortReason: true,
};
