import { useLocation } from "@remix-run/react";
import type { HelpTopic } from "~/ui/kit/page/help-link";

/** The part of the help for each page. The first pattern that matches the address counts. */
const TOPICS: readonly [pages: RegExp, topic: HelpTopic][] = [
  [/^\/register/, { label: "Help with registering", to: "/help/industry#registering" }],
  [/^\/login/, { label: "Help with signing in", to: "/help/industry#password" }],
  [/^\/calls/, { label: "Help with calls", to: "/help/industry#calls" }],
  [/^\/portal\/profile/, { label: "Help with your profile", to: "/help/industry#profile" }],
  [/^\/portal\/submissions\/new/, { label: "Help with submitting", to: "/help/industry#submitting" }],
  [/^\/portal\/submissions/, { label: "What happens to a submission", to: "/help/industry#what-happens" }],
  [/^\/portal\/users/, { label: "Help with colleagues", to: "/help/industry#colleagues" }],
  [/^\/gov\/submissions/, { label: "Help with reviewing", to: "/help/government#reviewing" }],
  [/^\/gov\/calls/, { label: "Help with calls", to: "/help/government#calls" }],
  [/^\/gov\/announcements/, { label: "Help with announcements", to: "/help/government#announcements" }],
  [/^\/gov\/engagements/, { label: "Help with engagements", to: "/help/government#engagements" }],
  [/^\/gov\/admin\/users/, { label: "What each role can do", to: "/help/government#roles" }],
];

/** The part of the help for the current page, or null. */
export function useHelpTopic(): HelpTopic | null {
  const { pathname } = useLocation();
  return TOPICS.find(([pages]) => pages.test(pathname))?.[1] ?? null;
}
