import { Link } from "@remix-run/react";
import { Day } from "~/ui/kit/format/date-time";

interface ListedAnnouncement {
  id: string;
  title: string;
  excerpt: string;
  createdAt: string;
  author: { name: string };
}

type AnnouncementListProps = { announcements: readonly ListedAnnouncement[]; heading?: "h2" | "h3" };

/** A list of announcements: title, beginning of the text, publication date and author. */
export function AnnouncementList({ announcements, heading: Heading = "h3" }: AnnouncementListProps) {
  return (
    <ul className="usa-collection">
      {announcements.map((announcement) => (
        <li className="usa-collection__item" key={announcement.id}>
          <div className="usa-collection__body">
            <Heading className="usa-collection__heading">
              <Link className="usa-link" to={`/announcements/${announcement.id}`}>
                {announcement.title}
              </Link>
            </Heading>
            <p className="usa-collection__description">{announcement.excerpt}</p>
            <div className="usa-collection__meta">
              <PublishedBy createdAt={announcement.createdAt} author={announcement.author} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** "Published Nov 20, 2026 (UTC), by Marcus Oyelaran" */
export function PublishedBy({ createdAt, author }: Pick<ListedAnnouncement, "createdAt" | "author">) {
  return (
    <span>
      Published <Day value={createdAt} /> (UTC), by {author.name}
    </span>
  );
}
