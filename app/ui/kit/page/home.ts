import { isRouteErrorResponse, useLocation } from "@remix-run/react";
import { createContext, useContext } from "react";
import type { Frame } from "~/web/pages/frame.server";

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

/** Where somebody begins: the dashboard of their audience, or the public home page. */
export function homeOf(session: Session): { label: string; to: string } {
  if (session === null) return { label: "Home", to: "/" };
  return { label: "Dashboard", to: isGovernment(session) ? "/gov" : "/portal" };
}

/** Where the way to a page begins. A public page is public, whoever reads it. */
export function useHome(): { label: string; to: string } {
  const { pathname } = useLocation();
  const frame = useFrame();
  return homeOf(/^\/(gov|portal|account|notifications)(\/|$)/.test(pathname) ? (frame?.session ?? null) : null);
}
