import { Link } from "@remix-run/react";
import { AnnouncementList } from "~/ui/announcement/announcement-list";
import { CallList } from "~/ui/call/call-list";
import { Day } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { Bars, Chart, ChartFigure, Columns } from "~/ui/kit/list/chart";
import { ColumnMenu } from "~/ui/kit/list/column-menu";
import { type Column, DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import type { Filter } from "~/ui/kit/list/filters";
import { FirstOf } from "~/ui/kit/list/first-of";
import type { RequestedList } from "~/ui/kit/list/list-address";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { PairTable } from "~/ui/kit/list/pair-table";
import { RowMenu } from "~/ui/kit/list/row-menu";
import { ShortList } from "~/ui/kit/list/short-list";
import { StatTiles } from "~/ui/kit/list/stat-tiles";
import { NotificationList } from "~/ui/notification/notification-list";
import type { Group } from "../example";
import { AFTER_NOW, BEFORE_NOW } from "../now";

interface Row {
  title: string;
  status: string;
  tags: string;
}

const ROWS: readonly Row[] = [
  {
    title: "Low-power radar for small aircraft that a person can carry and mount",
    status: "ROUTED",
    tags: "radar, autonomy, power",
  },
  { title: "Quantum compass", status: "REVIEWED", tags: "quantum sensing" },
];

const COLUMNS: readonly Column<Row>[] = [
  { key: "title", header: "Title", sort: "title", cell: ({ title }) => <Link to="/record">{title}</Link> },
  { key: "status", header: "Status", sort: "status", cell: ({ status }) => <StatusTag value={status} /> },
  { key: "tags", header: "Tags", cell: ({ tags }) => <TagList tags={tags} most={2} /> },
  { key: "received", header: "Received", cell: () => <Day value={BEFORE_NOW} /> },
];

const WITH_MENU: readonly Column<Row>[] = [
  ...COLUMNS,
  { key: "actions", header: "Actions", cell: ({ title }) => <RowMenu of={title}>Nothing to do.</RowMenu> },
];

const SORTING = { sort: "-title", hrefFor: (sort: string) => `?sort=${sort}` };

const FILTERS: readonly Filter[] = [
  { name: "status", label: "Status", options: ["ROUTED", "REVIEWED"] },
  { name: "tag", label: "Tag", presets: [{ label: "radar" }] },
];

const REQUESTED: RequestedList = {
  query: { status: "ROUTED" },
  choices: { sorts: ["-createdAt", "title"], defaultSort: "-createdAt", pageSizes: [10, 20] },
};

const PART = { page: 2, pageSize: 10, total: 45 };

export const tables: Group = {
  id: "tables",
  title: "Tables and lists",
  examples: [
    {
      name: "Table",
      shows: <DataTable caption="Submissions" columns={COLUMNS} rows={ROWS} rowKey={({ title }) => title} />,
    },
    {
      name: "Dense table, sorted, with menus",
      shows: (
        <DataTable
          caption="Submissions"
          columns={WITH_MENU}
          rows={ROWS}
          rowKey={({ title }) => title}
          sorting={SORTING}
          isDense
        />
      ),
    },
    {
      name: "Filters",
      shows: <FilterForm requested={{ ...REQUESTED, faults: { tag: [] } }} filters={FILTERS} />,
    },
    {
      name: "What is set, and pages",
      shows: (
        <>
          <ListSummary
            requested={REQUESTED}
            filters={FILTERS}
            list={PART}
            noun={["submission", "submissions"]}
            csv="/api/export/csv"
            columns={
              <ColumnMenu
                requested={REQUESTED}
                columns={COLUMNS}
                choice={{ shown: ["status"], usual: ["status", "tags"] }}
                state={undefined}
              />
            }
          />
          <ListPages requested={REQUESTED} list={PART} />
        </>
      ),
    },
    {
      name: "Nothing matches",
      shows: (
        <ListEmpty
          requested={REQUESTED}
          filters={FILTERS}
          list={{ page: 1, pageSize: 10, total: 0 }}
          titles={["No submission matches", "No submissions yet"]}
        />
      ),
    },
    {
      name: "Names and meanings",
      shows: (
        <PairTable
          caption="Fields"
          columns={["Name", "Meaning"]}
          rows={[{ key: "uei", name: "UEI", meaning: "The number of an organization in SAM.gov" }]}
        />
      ),
    },
    {
      name: "First of a short list",
      shows: (
        <FirstOf items={["one", "two", "three", "four"]} most={2}>
          {(items) => (
            <ShortList items={items.map((title) => ({ key: title, to: "/record", title, about: "In review" }))} />
          )}
        </FirstOf>
      ),
    },
  ],
};

const CALL = {
  id: "call",
  title: "Low-power radar for small aircraft",
  excerpt: "We look for radar that uses less than five watts.",
  techTags: "radar, power",
  closesAt: AFTER_NOW,
  matchedTags: ["radar"],
};

const ANNOUNCEMENT = {
  id: "announcement",
  title: "Industry day in December",
  excerpt: "Meet the reviewers, and ask what we need.",
  createdAt: BEFORE_NOW,
  author: { name: "Marcus Oyelaran" },
};

const NOTIFICATION = {
  id: "notification",
  kind: "SUBMISSION_ROUTED",
  title: "A submission was routed to you",
  body: "Low-power radar, from Halcyon Autonomy.",
  linkUrl: "/gov/submissions",
  read: false,
  createdAt: BEFORE_NOW,
};

export const cards: Group = {
  id: "cards",
  title: "Cards of nouns",
  examples: [
    { name: "Calls", shows: <CallList calls={[CALL]} /> },
    {
      name: "Announcements",
      shows: <AnnouncementList announcements={[ANNOUNCEMENT, { ...ANNOUNCEMENT, id: "other" }]} isCards />,
    },
    {
      name: "Notifications",
      shows: <NotificationList notifications={[NOTIFICATION, { ...NOTIFICATION, id: "read", read: true }]} />,
    },
  ],
};

const FIGURES = [4, 9, 0, 12, 7].map((figure, index) => ({ key: `${index}`, figure }));

export const figures: Group = {
  id: "figures",
  title: "Figures and charts",
  examples: [
    {
      name: "Numbers",
      shows: (
        <StatTiles
          tiles={[
            { label: "open calls", value: "12", to: "/calls" },
            { label: "days to an answer", value: "18" },
          ]}
        />
      ),
    },
    {
      name: "Columns",
      shows: (
        <ChartFigure
          title="Visits"
          summary="Visits were highest on Thursday."
          chart={() => (
            <Chart title="Visits" description="Visits on each day of a week." height={200}>
              <Columns
                counts="visitors"
                label="Visits"
                top={24}
                height={140}
                columns={FIGURES}
                names={["Mon", "Tue", "Wed", "Thu", "Fri"].map((label, index) => ({ index, label }))}
                share={60}
                hasFigures
              />
            </Chart>
          )}
          table={<p>The same as a table.</p>}
        />
      ),
    },
    {
      name: "Bars",
      shows: (
        <Bars
          title="Pages"
          describedBy="figures"
          rows={[
            { key: "calls", label: "Calls", figure: 90, shown: "90 visits" },
            { key: "home", label: "Home", figure: 40, shown: "40 visits" },
          ]}
        />
      ),
    },
  ],
};
