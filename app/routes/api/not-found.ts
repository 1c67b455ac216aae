import { unknownApiPath } from "~/web/api/api.server";

/** Every path under /api that no other route serves. */
export const loader = unknownApiPath;
export const action = unknownApiPath;
