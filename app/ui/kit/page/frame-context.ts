import { isRouteErrorResponse } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Frame } from "~/web/pages/frame.server";

/** The frame that the page was loaded with, or null if it was not loaded. */
export const FrameContext = createContext<Frame | null>(null);

export const useFrame = (): Frame | null => useContext(FrameContext);

/** The frame in an error response, for when the root loader returned none. */
export function frameOfRefusal(error: unknown): Frame | null {
  return (isRouteErrorResponse(error) && error.data?.frame) || null;
}
