import { Link } from "@remix-run/react";
import { DayOf } from "~/ui/kit/format/date-time";

interface ListedAnnouncement {
  id: string;
  title: string;
  excerpt: string;
  createdAt: string;
  author: { name: string };
}

type AnnouncementListProps = {
  announcements: readonly ListedAnnouncement[];
  heading?: "h2" | "h3";
  /** Side by side, if there is room. */
  isCards?: boolean;
};

/** A list of announcements: title, beginning of the text, publication date and author. */
export function AnnouncementList({ announcements, heading: Heading = "h3", isCards }: AnnouncementListProps) {
  return (
    <ul className={isCards ? "glip-rows glip-rows--cards" : "glip-rows"}>
      {announcements.map((announcement) => (
        <li className="glip-row" key={announcement.id}>
          <Heading className="glip-row__title">
            <Link to={`/announcements/${announcement.id}`}>{announcement.title}</Link>
          </Heading>
          <p className="glip-row__text">{announcement.excerpt}</p>
          <p className="glip-row__facts">
            <PublishedBy createdAt={announcement.createdAt} author={announcement.author} />
          </p>
        </li>
      ))}
    </ul>
  );
}

/** "Published Nov 20, by Marcus Oyelaran" */
export function PublishedBy({ createdAt, author }: Pick<ListedAnnouncement, "createdAt" | "author">) {
  return (
    <span>
      Published <DayOf value={createdAt} />, by {author.name}
    </span>
  );
}
