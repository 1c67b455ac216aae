import { Link } from "@remix-run/react";
import type { MatchDelivery, MatchReason } from "#db/enumerations";
import { counted, formatCount, formatList } from "./format";
import { type Column, DataTable, DateTime, Section, TagList } from "./page";

interface RoutedPerson {
  user: { id: string; name: string; email: string };
  reason: MatchReason;
  matchedTags: string[];
  delivery: MatchDelivery;
}

interface RoutingTag {
  tag: string;
  isOwn: boolean;
  isOfCall: boolean;
  followers: number;
}

/** What is known of a submission's routing beside its matches. */
export interface ExplainedRouting {
  tags: RoutingTag[];
  /** Whom the routing would find now; null once it is routed. */
  foreseen: RoutedPerson[] | null;
}

const DELIVERY_TEXT: Record<MatchDelivery, string> = {
  NOTIFIED: "Yes",
  ALREADY_NOTIFIED: "Not again: a notice about this submission went to them before",
  DISABLED: "No: they turned these notices off",
  TAG_FILTER: "No: they take notices for other tags alone",
};

/** Why somebody is matched, as a sentence. */
function reasonOf({ reason, matchedTags }: Pick<RoutedPerson, "reason" | "matchedTags">): string {
  const tags = formatList(matchedTags);
  if (reason === "TAG") return `Follows ${tags}.`;
  return tags === "" ? "Wrote the call it answers." : `Wrote the call it answers, and follows ${tags}.`;
}

interface Tense {
  told: (count: number) => string;
  notTold: (count: number) => string;
}

const PAST: Tense = {
  told: (count) => (count === 1 ? "was notified" : "were notified"),
  notTold: (count) => (count === 1 ? "was not notified" : "were not notified"),
};
const FORESEEN: Tense = { told: () => "would be notified", notTold: () => "would not be notified" };

/** How many people are matched, and how many of them are notified: "3 people: 1 was notified, 2 were not notified". */
function countsOf(people: readonly RoutedPerson[], { told, notTold }: Tense): string {
  const reached = people.filter(({ delivery }) => delivery === "NOTIFIED").length;
  const rest = people.length - reached;
  if (people.length === 1) return `1 person, who ${reached === 1 ? told(1) : notTold(1)}`;
  const number = counted(people.length, "person", "people");
  if (rest === 0) return `${number}, who ${told(reached)}`;
  if (reached === 0) return `${number}, who ${notTold(rest)}`;
  return `${number}: ${formatCount(reached)} ${told(reached)}, ${formatCount(rest)} ${notTold(rest)}`;
}

type RoutingProps = {
  matches: readonly (RoutedPerson & { createdAt: string })[];
  routedAt: string | null;
  routing: ExplainedRouting;
  /** Whether the reader may run the routing again. */
  mayReroute: boolean;
};

/** Who a submission was routed to, by which tags, and who was not told and why; or whom it would reach if it were routed now. */
export function Routing({ matches, routedAt, routing: { tags, foreseen }, mayReroute }: RoutingProps) {
  return (
    <>
      {foreseen ? (
        <Foreseen people={foreseen} hasTags={tags.length > 0} mayReroute={mayReroute} />
      ) : (
        <RoutedTo matches={matches} routedAt={routedAt} />
      )}
      <RoutingTags tags={tags} />
    </>
  );
}

const personColumns: readonly Column<RoutedPerson>[] = [
  {
    key: "user",
    header: "Person",
    cell: ({ user }) => (
      <>
        {user.name}
        <span className="glip-table__detail">{user.email}</span>
      </>
    ),
  },
  { key: "reason", header: "Why", cell: reasonOf },
];

const deliveryColumn = (header: string): Column<RoutedPerson> => ({
  key: "delivery",
  header,
  cell: ({ delivery }) => DELIVERY_TEXT[delivery],
});

function RoutedTo({ matches, routedAt }: Pick<RoutingProps, "matches" | "routedAt">) {
  return (
    <Section title="Routed to">
      {matches.length === 0 ? (
        <p>This submission was routed to nobody.</p>
      ) : (
        <>
          <p>
            Routed on <DateTime value={routedAt ?? matches[0]?.createdAt ?? null} /> to {countsOf(matches, PAST)}.
            Everybody named here finds it among what was routed to them.
          </p>
          <DataTable
            caption="People this submission was routed to"
            rows={matches}
            rowKey={({ user }) => user.id}
            columns={[...personColumns, deliveryColumn("Notified?")]}
          />
        </>
      )}
    </Section>
  );
}

type ForeseenProps = { people: readonly RoutedPerson[]; hasTags: boolean; mayReroute: boolean };

function Foreseen({ people, hasTags, mayReroute }: ForeseenProps) {
  return (
    <Section title="Who would get this">
      {people.length === 0 ? (
        <p>
          It is routed to nobody yet, and a routing run now would find nobody:{" "}
          {hasTags ? "nobody follows any of its tags." : "it has no tags, and answers no call."}
        </p>
      ) : (
        <>
          <p>
            It is routed to nobody yet. A routing run now would find {countsOf(people, FORESEEN)}. Nothing was sent by
            looking at this.
          </p>
          <DataTable
            caption="People a routing run would find now"
            rows={people}
            rowKey={({ user }) => user.id}
            columns={[...personColumns, deliveryColumn("Would be notified?")]}
          />
          <p>
            {mayReroute ? (
              <Link to="/gov/submissions/reroute">See what a run would do for all unrouted submissions</Link>
            ) : (
              "A government administrator can run the routing again."
            )}
          </p>
        </>
      )}
    </Section>
  );
}

function sourceOf({ isOwn, isOfCall }: RoutingTag): string {
  if (isOwn && isOfCall) return "The submission and its call";
  return isOwn ? "The submission" : "Its call";
}

function RoutingTags({ tags }: { tags: readonly RoutingTag[] }) {
  const unfollowed = tags.filter(({ followers }) => followers === 0).map(({ tag }) => tag);
  return (
    <Section title="What it is routed by">
      {tags.length === 0 ? (
        <p>Neither the submission nor a call that it answers has tags.</p>
      ) : (
        <>
          <p>
            A submission goes to the people who follow one of its tags or its call’s tags, and always to the author of
            its call.
            {unfollowed.length > 0 && ` Nobody follows ${formatList(unfollowed)} now.`}
          </p>
          <DataTable
            caption="Tags, where they are from, and who follows them now"
            rows={tags}
            rowKey={({ tag }) => tag}
            columns={[
              { key: "tag", header: "Tag", cell: ({ tag }) => <TagList tags={tag} /> },
              { key: "source", header: "Tag of", cell: sourceOf },
              {
                key: "followers",
                header: "Followed by",
                cell: ({ followers }) => (followers === 0 ? "Nobody" : counted(followers, "person", "people")),
              },
            ]}
          />
        </>
      )}
    </Section>
  );
}
