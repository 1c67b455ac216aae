import type { LinkDescriptor } from "@remix-run/node";

const FEEDS = {
  announcements: [
    { label: "Atom", type: "application/atom+xml", href: "/api/feeds/announcements.atom" },
    { label: "JSON Feed", type: "application/feed+json", href: "/api/feeds/announcements.json" },
  ],
  calls: [
    { label: "Atom", type: "application/atom+xml", href: "/api/feeds/calls.atom" },
    { label: "JSON Feed", type: "application/feed+json", href: "/api/feeds/calls.json" },
    { label: "Deadline calendar", type: "text/calendar", href: "/api/feeds/calls.ics" },
  ],
} as const;

const NAMES = { announcements: "Announcements", calls: "Open calls for technology" } as const;

type FeedKind = keyof typeof FEEDS;

/** Links in a page's head to the feeds with the same content, so that programs find them. */
export function feedLinks(...kinds: FeedKind[]): LinkDescriptor[] {
  return kinds.flatMap((kind) =>
    FEEDS[kind].map(({ label, type, href }) => ({ rel: "alternate", type, title: `${NAMES[kind]} (${label})`, href })),
  );
}

/** The same links for people, to put into a feed reader or calendar. */
export function Subscribe({ kind }: { kind: FeedKind }) {
  return (
    <p className="glip-cluster glip-subscribe">
      <span>Subscribe:</span>
      {FEEDS[kind].map(({ label, type, href }) => (
        <a key={href} href={href} type={type}>
          {label}
        </a>
      ))}
    </p>
  );
}
