import type { ServerBuild } from "@remix-run/node";
import { createDispatchers } from "~/web/fetch-handler.server";
import * as build from "./server-build";

/** The routes of the service, shared by every portal of a worker. */
export const dispatchers = createDispatchers(build as unknown as ServerBuild);
