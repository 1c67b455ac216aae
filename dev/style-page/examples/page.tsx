import { Link } from "@remix-run/react";
import { Timeline } from "~/routes/portal/submissions/timeline";
import { OneTimeLink } from "~/ui/kit/form/one-time-link";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { AllLink } from "~/ui/kit/list/all-link";
import { Alert } from "~/ui/kit/page/alert";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { EmptyState, PastLastPage } from "~/ui/kit/page/empty-state";
import { Guide, Part } from "~/ui/kit/page/guide";
import { HelpTopicContext } from "~/ui/kit/page/help-link";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Facts, RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import type { Group } from "../example";
import { BEFORE_NOW } from "../now";

const ALERTS = ["success", "info", "warning", "error"] as const;

export const messages: Group = {
  id: "messages",
  title: "Messages",
  examples: [
    ...ALERTS.map((kind) => ({ name: `Alert: ${kind}`, shows: <Alert kind={kind}>Your changes are saved.</Alert> })),
    {
      name: "Alert with a heading",
      shows: (
        <Alert kind="warning" heading="Your account will be closed">
          Nobody has confirmed it since May.
        </Alert>
      ),
    },
    {
      name: "Nothing yet",
      shows: (
        <EmptyState title="No submissions yet">
          <p>
            Find a call to answer in <Link to="/calls">open calls</Link>.
          </p>
        </EmptyState>
      ),
    },
    { name: "Past the last page", shows: <PastLastPage what="The list has" firstPage="?page=1" /> },
    {
      name: "A secret link",
      shows: (
        <OneTimeLink
          heading="Give them this link"
          links={[{ label: "Link", url: "https://portal.example/password/x" }]}
        >
          We show it only once.
        </OneTimeLink>
      ),
    },
  ],
};

export const page: Group = {
  id: "page",
  title: "Page and record",
  examples: [
    {
      name: "Header of a page",
      shows: (
        <HelpTopicContext.Provider value={{ label: "Help with calls", to: "/help" }}>
          <PageHeader
            title="Low-power radar for small aircraft"
            status={<StatusTag value="OPEN" />}
            lede="Published by the Office of Technology Partnerships."
            breadcrumbs={[{ label: "Calls", to: "/gov/calls" }, { label: "Low-power radar" }]}
            actions={
              <Link className="usa-button" to="/edit">
                Edit
              </Link>
            }
          />
        </HelpTopicContext.Provider>
      ),
    },
    {
      name: "Record with a column of facts",
      shows: (
        <RecordPage
          facts={
            <Facts
              title="Facts"
              rows={[
                { term: "Owner", value: "Tomas Ekeland" },
                { term: "Answer by", value: null },
              ]}
            />
          }
        >
          <Section title="What it is" actions={<AllLink to="/list" total={12} of="records" />}>
            <p>A radar that a small aircraft can carry.</p>
          </Section>
        </RecordPage>
      ),
    },
    {
      name: "Record",
      shows: (
        <DescriptionList
          rows={[
            { term: "Legal name", value: "Halcyon Autonomy, Inc." },
            { term: "Summary", value: "Autonomy for small aircraft and boats.", isWide: true },
            { term: "Website", value: null },
          ]}
        />
      ),
    },
    {
      name: "Steps of a submission",
      shows: (
        <Timeline
          steps={[
            { label: "Received", at: BEFORE_NOW, state: "done" },
            { label: "In review", detail: "With a reviewer.", state: "current" },
            { label: "Answered", state: "todo" },
          ]}
        />
      ),
    },
    {
      name: "Guide",
      shows: (
        <Guide
          label="Help"
          pages={[
            { to: "/help", name: "Overview" },
            { to: "/help/industry", name: "For companies" },
          ]}
          current="/help"
          parts={[{ id: "guide-part", title: "Before you begin" }]}
        >
          <Part id="guide-part" title="Before you begin">
            <p>You need the UEI of your organization.</p>
          </Part>
        </Guide>
      ),
    },
  ],
};
