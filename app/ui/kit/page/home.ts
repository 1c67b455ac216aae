import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Frame } from "~/web/pages/frame.server";
import { homeOf } from "~/web/pages/home";

type Session = Frame["session"];

/** The frame that came with the page; null where it did not come. */
export const FrameContext = createContext<Frame | null>(null);
export const useFrame = (): Frame | null => useContext(FrameContext);

/** The frame that a refusal brought along, which stands in for the one that was not loaded. */
export function frameOfRefusal(error: unknown): Frame | null {
  return (isRouteErrorResponse(error) && error.data?.frame) || null;
}

/** Whether somebody is signed in who works for the government. */
export const isGovernment = (session: Session): boolean => session?.role.startsWith("GOV_") ?? false;

/** Where the way to a page begins. A public page is public, whoever reads it. */
export function useHome(): { label: string; to: string } {
  const { pathname } = useLocation();
  const frame = useFrame();
  const isPublic = !/^\/(gov|portal|account|notifications)(\/|$)/.test(pathname);
  const session = isPublic ? null : (frame?.session ?? null);
  return { label: session === null ? "Home" : "Dashboard", to: homeOf(session) };
}
