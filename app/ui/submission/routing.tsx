import { Link } from "@remix-run/react";
import type { MatchDelivery, MatchReason } from "#db/enumerations";
import { InactiveTag } from "~/ui/account/inactive-tag";
import { Detail } from "~/ui/kit/detail";
import { DateTime } from "~/ui/kit/format/date-time";
import { TagList } from "~/ui/kit/format/tag-list";
import { type Column, DataTable } from "~/ui/kit/list/data-table";
import { Section } from "~/ui/kit/page/section";
import { counted, formatCount, formatList } from "~/values/format";

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
  isOfGovernment: boolean;
  followers: number;
}

/** A submission's routing, besides its matches. */
export interface ExplainedRouting {
  tags: RoutingTag[];
  /** Who the routing would match now. Null once the submission is routed. */
  preview: RoutedPerson[] | null;
}

const DELIVERY_TEXT: Record<MatchDelivery, string> = {
  NOTIFIED: "Yes",
  ALREADY_NOTIFIED: "Not again. They were already notified about this submission",
  DISABLED: "No. They turned off these notifications",
  TAG_FILTER: "No. They chose notifications only for other tags",
  SELF: "No. They took it themselves",
};

/** Why someone is matched, as a sentence. */
function reasonOf({ reason, matchedTags }: Pick<RoutedPerson, "reason" | "matchedTags">): string {
  const tags = formatList(matchedTags);
  if (reason === "TAG") return `Follows ${tags}.`;
  if (reason === "ASSIGNED") return "Took it or was assigned to it.";
  return tags === "" ? "Wrote or took over its call." : `Wrote or took over its call, and follows ${tags}.`;
}

interface Tense {
  notified: (count: number) => string;
  notNotified: (count: number) => string;
}

const PAST: Tense = {
  notified: (count) => (count === 1 ? "was notified" : "were notified"),
  notNotified: (count) => (count === 1 ? "was not notified" : "were not notified"),
};
const CONDITIONAL: Tense = { notified: () => "would be notified", notNotified: () => "would not be notified" };

/** How many people are matched, and how many of them are notified: "3 people: 1 was notified, 2 were not notified". */
function countsOf(people: readonly RoutedPerson[], { notified, notNotified }: Tense): string {
  const reached = people.filter(({ delivery }) => delivery === "NOTIFIED").length;
  const rest = people.length - reached;
  if (people.length === 1) return `1 person, who ${reached === 1 ? notified(1) : notNotified(1)}`;
  const number = counted(people.length, "person", "people");
  if (rest === 0) return `${number}, who ${notified(reached)}`;
  if (reached === 0) return `${number}, who ${notNotified(rest)}`;
  return `${number}: ${formatCount(reached)} ${notified(reached)}, ${formatCount(rest)} ${notNotified(rest)}`;
}

type RoutingProps = {
  matches: readonly (RoutedPerson & { createdAt: string })[];
  /** The ids of people whose accounts are deactivated. */
  inactive: readonly string[];
  routedAt: string | null;
  routing: ExplainedRouting;
  /** Whether the reader may route the submission again. */
  mayReroute: boolean;
};

/**
 * Who a submission was routed to, by which tags, and who was not notified and why. Before routing, who it would reach.
 * It is collapsed, unless the submission still waits for a reviewer.
 */
export function Routing({ matches, inactive, routedAt, routing: { tags, preview }, mayReroute }: RoutingProps) {
  return (
    <details className="glip-disclosure glip-section" open={preview !== null}>
      <summary className="glip-disclosure__summary">
        {preview ? "Who it would be routed to" : `Why it was routed (${counted(matches.length, "person", "people")})`}
      </summary>
      {preview ? (
        <RoutingPreview people={preview} hasTags={tags.length > 0} mayReroute={mayReroute} />
      ) : (
        <RoutedTo matches={matches} inactive={inactive} routedAt={routedAt} />
      )}
      <RoutingTags tags={tags} />
    </details>
  );
}

const personColumns = (inactive: readonly string[] = []): readonly Column<RoutedPerson>[] => [
  {
    key: "user",
    header: "Person",
    cell: ({ user }) => (
      <>
        {user.name}
        <InactiveTag active={!inactive.includes(user.id)} />
        <Detail>{user.email}</Detail>
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

function RoutedTo({ matches, inactive, routedAt }: Pick<RoutingProps, "matches" | "inactive" | "routedAt">) {
  return (
    <Section title="Routed to">
      {matches.length === 0 ? (
        <p>This submission was not routed to anyone.</p>
      ) : (
        <>
          <p>
            Routed on <DateTime value={routedAt ?? matches[0]?.createdAt ?? null} /> to {countsOf(matches, PAST)}. Each
            of them can find it under “Routed to me”.
          </p>
          <DataTable
            caption="People this submission was routed to"
            rows={matches}
            rowKey={({ user }) => user.id}
            columns={[...personColumns(inactive), deliveryColumn("Notified?")]}
          />
        </>
      )}
    </Section>
  );
}

type RoutingPreviewProps = { people: readonly RoutedPerson[]; hasTags: boolean; mayReroute: boolean };

function RoutingPreview({ people, hasTags, mayReroute }: RoutingPreviewProps) {
  return (
    <Section title="Who we would route this to">
      {people.length === 0 ? (
        <p>
          This submission has no reviewer yet, and rerouting now would not find one.{" "}
          {hasTags ? "Nobody follows any of its tags." : "It has no tags and no call."}
        </p>
      ) : (
        <>
          <p>
            This submission has no reviewer yet. Rerouting now would find {countsOf(people, CONDITIONAL)}. This is only
            a preview. Nothing was sent.
          </p>
          <DataTable
            caption="People that rerouting would find now"
            rows={people}
            rowKey={({ user }) => user.id}
            columns={[...personColumns(), deliveryColumn("Would be notified?")]}
          />
          <p>
            {mayReroute ? (
              <Link to="/gov/submissions/reroute">Preview rerouting for all unrouted submissions</Link>
            ) : (
              "A government administrator can reroute it."
            )}
          </p>
        </>
      )}
    </Section>
  );
}

/** Where a tag comes from, as a sentence without its period. */
function sourceOf({ isOwn, isOfCall, isOfGovernment }: RoutingTag): string {
  const sources = [...(isOwn ? ["the submission"] : []), ...(isOfCall ? ["its call"] : [])];
  const all = formatList([...sources, ...(isOfGovernment ? ["the government"] : [])]);
  return all.charAt(0).toUpperCase() + all.slice(1);
}

function RoutingTags({ tags }: { tags: readonly RoutingTag[] }) {
  const unfollowed = tags.filter(({ followers }) => followers === 0).map(({ tag }) => tag);
  return (
    <Section title="Tags used for routing">
      {tags.length === 0 ? (
        <p>The submission and its call have no tags.</p>
      ) : (
        <>
          <p>
            We route a submission to people who follow one of its tags or its call’s tags, and always to the author of
            its call.
            {unfollowed.length > 0 && ` Nobody follows ${formatList(unfollowed)} now.`}
          </p>
          <DataTable
            caption="Tags, their source, and how many people follow them now"
            rows={tags}
            rowKey={({ tag }) => tag}
            columns={[
              { key: "tag", header: "Tag", cell: ({ tag }) => <TagList tags={tag} /> },
              { key: "source", header: "Source", cell: sourceOf },
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
