import { isRouteErrorResponse } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Frame } from "~/web/pages/frame.server";

/** The frame that came with the page; null where it did not come. */
export const FrameContext = createContext<Frame | null>(null);

export const useFrame = (): Frame | null => useContext(FrameContext);

/** The frame that a refusal brought along, which stands in for the one that was not loaded. */
export function frameOfRefusal(error: unknown): Frame | null {
  return (isRouteErrorResponse(error) && error.data?.frame) || null;
}
