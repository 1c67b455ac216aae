import { Form } from "@remix-run/react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { TagList } from "~/ui/kit/format/tag-list";
import type { DescriptionRow } from "~/ui/kit/page/description-list";

interface Named {
  id: string;
  name: string;
}

export interface Review {
  owner: Named | null;
  governmentTags: string;
  /** The version of these tags, for the form that changes them. */
  tagsReadAt: string | null;
  opinions: { user: Named; askedBy: Named; askedAt: string; isGiven: boolean }[];
  recusals: { user: Named; reason: string; createdAt: string }[];
  readerId: string;
  isOwn: boolean;
  isRecused: boolean;
  mayGive: boolean;
  /** Colleagues to ask. */
  reviewers: { value: string; label: string }[];
  /** Colleagues that the reader may give the submission to. */
  owners: { value: string; label: string }[];
}

type ReviewProps = {
  review: Review;
  /** Whether the reader may take part in the review. */
  takesPart: boolean;
};

/** Who owns a submission's review, and the buttons that change it without a choice. Each sends the owner that its reader sees. */
export function Owner({ review, takesPart }: ReviewProps) {
  const { owner, readerId, isOwn, mayGive, isRecused } = review;
  const actionOf = useNamedAction();
  const seen = <input type="hidden" name="presentOwnerId" value={owner?.id ?? ""} />;
  return (
    <>
      <div className="glip-cluster glip-owner">
        <span className="glip-owner__name">
          <span className="glip-muted">Owner:</span> <strong>{isOwn ? "you" : (owner?.name ?? "nobody yet")}</strong>
        </span>
        {takesPart && (owner === null || (mayGive && !isOwn)) && (
          <Form method="post" action={actionOf("owner")} preventScrollReset>
            {seen}
            <SubmitButton name="ownerId" value={readerId} variant="outline" pendingText="Taking…">
              Take it
            </SubmitButton>
          </Form>
        )}
        {takesPart && mayGive && (
          <Form method="post" action={actionOf("release")} preventScrollReset>
            {seen}
            <SubmitButton variant="unstyled" pendingText="Saving…">
              {isOwn ? "Give it back" : "Put it back in the queue"}
            </SubmitButton>
          </Form>
        )}
      </div>
      {isRecused && <p>You recused yourself. You take no part in this review anymore.</p>}
    </>
  );
}

/** Who else takes part in a submission's review, or no longer does, and government's tags. Parts without anyone are left out. */
export function reviewerRows({
  review: { opinions, recusals, governmentTags },
  takesPart,
}: ReviewProps): DescriptionRow[] {
  return [
    {
      term: "Asked for an opinion",
      isWide: true,
      value: opinions.length > 0 && (
        <ul className="usa-list usa-list--unstyled">
          {opinions.map(({ user, askedBy, isGiven }) => (
            <li key={user.id} className="glip-cluster">
              <span>
                {user.name}, by {askedBy.name}: {isGiven ? "given" : "not given yet"}
              </span>
              {takesPart && !isGiven && <StopAsking person={user} />}
            </li>
          ))}
        </ul>
      ),
    },
    {
      term: "Recused",
      isWide: true,
      value: recusals.length > 0 && (
        <ul className="usa-list usa-list--unstyled">
          {recusals.map(({ user, reason }) => (
            <li key={user.id}>
              {user.name}: <span className="glip-plain-text">{reason}</span>
            </li>
          ))}
        </ul>
      ),
    },
    { term: "Government tags", value: governmentTags !== "" && <TagList tags={governmentTags} /> },
  ].filter(({ value }) => value !== false);
}

function StopAsking({ person }: { person: Named }) {
  const actionOf = useNamedAction();
  return (
    <Form method="post" action={actionOf("withdraw")} preventScrollReset>
      <input type="hidden" name="userId" value={person.id} />
      <SubmitButton variant="unstyled" pendingText="Removing…">
        Stop asking<span className="usa-sr-only"> {person.name}</span>
      </SubmitButton>
    </Form>
  );
}
