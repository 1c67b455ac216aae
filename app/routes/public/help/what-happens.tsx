import { Link } from "@remix-run/react";
import { PairTable } from "~/ui/kit/list/pair-table";
import { Part } from "~/ui/kit/page/guide";
import { labelOf } from "~/values/labels";

const STATUSES = [
  {
    key: "SUBMITTED",
    meaning: "We received it, but it has no reviewer yet. The government can look for reviewers again.",
  },
  { key: "ROUTED", meaning: "It reached government reviewers." },
  {
    key: "REVIEWED",
    meaning: "A reviewer read it. We notify the person who submitted it, unless they turned off these notifications.",
  },
  {
    key: "ARCHIVED",
    meaning:
      "The government is done with it. You can still see it, but it no longer appears in the government's lists.",
  },
] as const;

/** What becomes of a submission. */
export function WhatHappens({ part }: { part: { id: string; title: string } }) {
  return (
    <Part {...part}>
      <p>
        We compare the tags of your submission and its call with the tags that government reviewers follow. We send your
        submission to every reviewer who follows one of them. The author of a call gets every submission to it.
      </p>
      <PairTable
        caption="The status of a submission"
        columns={["Status", "What it means"]}
        rows={STATUSES.map(({ key, meaning }) => ({ key, name: labelOf(key), meaning }))}
      />
      <p>
        The government can answer your submission: that it is interested, proposes a meeting, has no use for it now,
        forwarded it, or plans no answer. We notify the person who submitted it, and everyone in your organization can
        read the answer on the submission’s page. A later answer replaces an earlier one.
      </p>
      <p>
        A review or an answer is not a decision on a contract. If a reviewer wants to know more, they will email or call
        you outside this service, so keep the <Link to="/portal/profile">contacts in your profile</Link> up to date.
      </p>
    </Part>
  );
}
