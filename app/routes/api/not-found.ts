import { unknownApiPath } from "~/web/api/api.server";

/** Serves every path under /api that no other route serves. */
export const loader = unknownApiPath;
export const action = unknownApiPath;
