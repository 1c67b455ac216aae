import { useLocation } from "@remix-run/react";
import type { Frame } from "~/web/pages/frame.server";
import { homeOf } from "~/web/pages/home";
import { useFrame } from "./frame-context";

type Session = Frame["session"];

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
