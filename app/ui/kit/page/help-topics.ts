import { useLocation } from "@remix-run/react";

interface HelpTopic {
  label: string;
  to: string;
}

/** Where the help speaks of a page: of several that fit the address, the first. */
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

/** What the help has to say of the page that is shown; null where it says nothing of its own. */
export function useHelpTopic(): HelpTopic | null {
  const { pathname } = useLocation();
  return TOPICS.find(([pages]) => pages.test(pathname))?.[1] ?? null;
}
