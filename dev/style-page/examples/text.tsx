import { MailLink } from "~/ui/kit/email-address";
import { DateTime, Day, DayOf, FutureDateTime, FutureDay, ShortDay } from "~/ui/kit/format/date-time";
import { FileSize } from "~/ui/kit/format/file-size";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { NotGiven } from "~/ui/kit/format/not-given";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { Icon } from "~/ui/kit/icon";
import { iconNames } from "~/ui/kit/icon-names";
import { CodeBlock } from "~/ui/kit/page/code-block";
import { Prose } from "~/ui/kit/page/prose";
import { WebLink } from "~/ui/kit/web-link";
import type { FormattedText as Written } from "~/values/formatted-text/nodes";
import type { Group } from "../example";
import { AFTER_NOW, BEFORE_NOW } from "../now";

const STATUSES = ["DRAFT", "SCHEDULED", "OPEN", "CLOSED", "RECEIVED", "ROUTED", "REVIEWED", "ARCHIVED", "INACTIVE"];

const WRITTEN: Written = [
  { type: "heading", level: 1, children: ["What to send"] },
  {
    type: "paragraph",
    children: [
      "Send ",
      { type: "strong", children: ["at most ten pages"] },
      ". See ",
      { type: "code", text: "MIL-STD-810" },
      ".",
    ],
  },
  {
    type: "list",
    start: null,
    items: [[{ type: "paragraph", children: ["What it does"] }], [{ type: "paragraph", children: ["What it costs"] }]],
  },
  { type: "quote", children: [{ type: "paragraph", children: ["Less is more."] }] },
];

export const text: Group = {
  id: "text",
  title: "Text",
  examples: [
    {
      name: "Headings",
      shows: (
        <>
          <h1>Heading of a page</h1>
          <h2>Heading of a section</h2>
          <h3>Heading of a part</h3>
          <p>
            A paragraph with <a href="#fields">a link to the fields</a>, <strong>strong</strong> and <em>emphasized</em>{" "}
            text.
          </p>
        </>
      ),
    },
    { name: "Formatted text", shows: <FormattedText text={WRITTEN} heading={3} /> },
    {
      name: "Text of the documentation",
      shows: <Prose text={"Send `closesAt` in UTC.\n\n- one item\n- another item"} />,
    },
    { name: "Code", shows: <CodeBlock label="Request" code={"GET /api/portal/calls\nAccept: application/json"} /> },
    {
      name: "Dates and times",
      shows: (
        <ul className="usa-list">
          <li>
            <Day value={BEFORE_NOW} />
          </li>
          <li>
            <ShortDay value={BEFORE_NOW} />
          </li>
          <li>
            <DayOf value={BEFORE_NOW} />
          </li>
          <li>
            <DateTime value={BEFORE_NOW} />
          </li>
          <li>
            <FutureDateTime value={AFTER_NOW} />
          </li>
          <li>
            <FutureDay value={AFTER_NOW} />
          </li>
          <li>
            <NotGiven />
          </li>
        </ul>
      ),
    },
    {
      name: "Addresses and sizes",
      shows: (
        <ul className="usa-list">
          <li>
            <MailLink value="rebecca.lindqvist@halcyon-autonomy.example" />
          </li>
          <li>
            <WebLink address="https://halcyon-autonomy.example/products" />
          </li>
          <li>
            <FileSize bytes={1_400_000} />
          </li>
        </ul>
      ),
    },
    {
      name: "Statuses",
      shows: (
        <div className="glip-cluster">
          {STATUSES.map((status) => (
            <StatusTag key={status} value={status} />
          ))}
        </div>
      ),
    },
    { name: "Tags", shows: <TagList tags="autonomy, radar, quantum sensing, edge computing" most={3} /> },
    {
      name: "Icons",
      shows: (
        <div className="glip-cluster">
          {iconNames.map((name) => (
            <Icon key={name} name={name} label={name} />
          ))}
        </div>
      ),
    },
  ],
};
