import { useLocation, useRouteLoaderData } from "@remix-run/react";
import type { Frame } from "~/http/frame.server";

type Session = Frame["session"];

/** The frame that came with the page; null where it did not come. */
export function useFrame(): Frame | null {
  return (useRouteLoaderData("root") as Frame | undefined) ?? null;
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
