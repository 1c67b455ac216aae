import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Detail } from "~/ui/kit/detail";
import { spacedTags } from "~/ui/kit/form/input/typed-tags";
import { DateTime, Day } from "~/ui/kit/format/date-time";
import { fieldLabelOf, labelOf } from "~/values/labels";

interface ShownTarget {
  targetType: string | null;
  targetId: string | null;
  /** Its present name. Null if it is gone or has no name. */
  target: { name: string; organizationId: string | null } | null;
}

const PAGES: Record<string, (id: string) => string> = {
  organization: (id) => `/gov/organizations/${id}`,
  submission: (id) => `/gov/submissions/${id}`,
  engagement: (id) => `/gov/engagements/${id}`,
  call: (id) => `/gov/calls/${id}`,
  announcement: (id) => `/gov/announcements/${id}`,
  command: (id) => `/gov/admin/commands/${id}`,
  user: (id) => `/gov/admin/users/${id}`,
};

/** Everyone who may read the log may open every account's page. */
function pageOfTarget({ targetType, targetId, target }: ShownTarget): string | undefined {
  if (!targetType || !targetId || !target) return undefined;
  if (targetType === "user" && target.organizationId !== null) return `/gov/admin/industry-users/${targetId}`;
  return Object.hasOwn(PAGES, targetType) ? PAGES[targetType]?.(targetId) : undefined;
}

/** Only for kinds of records that have pages. */
const isGone = ({ targetType, target }: ShownTarget) =>
  targetType !== null && Object.hasOwn(PAGES, targetType) && target === null;

/** The record that an event concerns: its name, and a link if it still exists. */
export function AuditTarget({ row }: { row: ShownTarget }) {
  if (row.targetType === null) return <span className="glip-muted">None</span>;
  const to = pageOfTarget(row);
  const name = row.target?.name ?? row.targetId;
  return (
    <>
      {to ? <Link to={to}>{name}</Link> : name}
      <Detail>
        {labelOf(row.targetType)}
        {isGone(row) && ", deleted"}
      </Detail>
    </>
  );
}

/** Fields with a fixed set of values, which have labels. */
const WORDED = new Set([
  "status",
  "role",
  "industryRole",
  "type",
  "orgType",
  "noticeType",
  "setAside",
  "setAsides",
  "kind",
]);
/** Days that are stored as instants. */
const CALENDAR_DAYS: ReadonlySet<string> = new Set(["date", "questionsDueAt"]);
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** A value from an event's details in words. Shows nothing if this side of the change has no value. */
export function DetailValue({ field, value }: { field: string; value: unknown }): ReactNode {
  if (value === undefined) return null;
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) {
    return <span className="glip-muted">Empty</span>;
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) {
    return (
      <ul>
        {value.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recorded list never changes its order
          <li key={index}>
            <DetailValue field={field} value={part} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value === "object") {
    return (
      <ul className="usa-list usa-list--unstyled">
        {Object.entries(value).map(([name, part]) => (
          <li key={name}>
            {fieldLabelOf(name)}: <DetailValue field={name} value={part} />
          </li>
        ))}
      </ul>
    );
  }
  if (typeof value !== "string") return String(value);
  if (CALENDAR_DAYS.has(field)) return <Day value={value} />;
  if (INSTANT.test(value)) return <DateTime value={value} />;
  if (field === "techTags") return spacedTags(value);
  return WORDED.has(field) ? labelOf(value) : <span className="glip-plain-text">{value}</span>;
}
