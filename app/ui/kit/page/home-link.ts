import { useLocation } from "@remix-run/react";
import type { Frame } from "~/web/pages/frame.server";
import { homeOf } from "~/web/pages/home";
import { useFrame } from "./frame-context";

type Session = Frame["session"];

export const isGovernment = (session: Session): boolean => session?.role.startsWith("GOV_") ?? false;

/** The first breadcrumb. On a public page it is the public home page for everyone. */
export function useHome(): { label: string; to: string } {
  const { pathname } = useLocation();
  const frame = useFrame();
  const isPublic = !/^\/(gov|portal|account|notifications|searches)(\/|$)/.test(pathname);
  const session = isPublic ? null : (frame?.session ?? null);
  return { label: session === null ? "Home" : "Dashboard", to: homeOf(session) };
}
