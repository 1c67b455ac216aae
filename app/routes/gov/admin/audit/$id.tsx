import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readAuditEvent } from "~/domain/audit-log/queries.server";
import { type FieldChange, splitDetails } from "~/domain/audit-log/rules";
import { AdministrationNav } from "~/routes/gov/admin/administration-nav";
import { DateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { type Column, DataTable } from "~/ui/kit/list/data-table";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { fieldLabelOf, labelOf } from "~/values/labels";
import { page } from "~/web/pages/page.server";
import { AuditTarget, DetailValue } from "./audit-event";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => (data ? labelOf(data.event) : "Event"));

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "system admin");
  return read(readAuditEvent, { id: args.params.id });
}

export default function AuditEvent() {
  const event = useLoaderData<typeof loader>();
  const { changes, rest, ...sides } = splitDetails(event.details);
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title={labelOf(event.event)}
        breadcrumbs={[{ label: "Audit log", to: "/gov/admin/audit" }, { label: labelOf(event.event) }]}
      />
      <DescriptionList
        rows={[
          { term: "Time", value: <DateTime value={event.createdAt} /> },
          { term: "Outcome", value: <StatusTag value={event.outcome} /> },
          { term: "Actor", value: <Actor /> },
          { term: "Record", value: <Target /> },
          ...rest.map(([name, value]) => ({
            term: fieldLabelOf(name),
            value: <DetailValue field={name} value={value} />,
          })),
          ...(event.path === null ? [] : [{ term: "Page", value: event.path }]),
          ...(event.referrer === null ? [] : [{ term: "Came from", value: event.referrer }]),
        ]}
      />
      <Section title="What changed">
        {changes.length > 0 ? (
          <DataTable
            caption={captionOf(sides)}
            rows={changes}
            rowKey={(change) => change.field}
            columns={columnsOf(sides)}
          />
        ) : (
          <EmptyState title="No field changes recorded">
            <p>See what happened above, and where it came from below.</p>
          </EmptyState>
        )}
      </Section>
      <Section title="Where it came from">
        <DescriptionList
          rows={[
            { term: "Client address", value: event.ip },
            { term: "User agent", value: event.userAgent },
            { term: "Request ID", value: event.requestId && <code>{event.requestId}</code> },
            { term: "Actor’s ID", value: event.actorId && <code>{event.actorId}</code> },
            { term: "Organization’s ID", value: event.organizationId && <code>{event.organizationId}</code> },
          ]}
        />
      </Section>
      <Section title="Position in the hash chain">
        <DescriptionList
          rows={[
            { term: "Row", value: event.seq },
            { term: "Recorded at", value: <code>{event.createdAt}</code> },
            { term: "ID", value: <code>{event.id}</code> },
            { term: "Event name", value: <code>{event.event}</code> },
            { term: "Hash", value: <code>{event.hash}</code> },
            { term: "Previous row’s hash", value: <code>{event.prevHash}</code> },
          ]}
        />
      </Section>
    </>
  );
}

const logOf = (filter: { [name: string]: string }) => `/gov/admin/audit?${new URLSearchParams(filter)}`;

function Actor() {
  const { actorEmail, actorRole, actorId } = useLoaderData<typeof loader>();
  const actor = actorEmail ?? actorId;
  if (actor === null) return "Not signed in";
  return (
    <>
      {actor}
      {actorRole ? `, ${labelOf(actorRole)}` : ", as entered, not signed in"}.{" "}
      <Link to={logOf({ actor })}>All events by this person</Link>
    </>
  );
}

function Target() {
  const event = useLoaderData<typeof loader>();
  return (
    <>
      <AuditTarget row={event} />
      {event.targetId && <Link to={logOf({ target: event.targetId })}>History of this record</Link>}
    </>
  );
}

type Sides = { hasBefore: boolean; hasAfter: boolean };

function captionOf({ hasBefore, hasAfter }: Sides): string {
  if (hasBefore && hasAfter) return "Fields before and after";
  return hasAfter ? "What was recorded" : "Earlier values";
}

/** A created or deleted record has values on one side only. */
function columnsOf({ hasBefore, hasAfter }: Sides): Column<FieldChange>[] {
  const field: Column<FieldChange> = { key: "field", header: "Field", cell: (change) => fieldLabelOf(change.field) };
  const side = (key: "before" | "after", header: string): Column<FieldChange> => ({
    key,
    header,
    cell: (change) => <DetailValue field={change.field} value={change[key]} />,
  });
  if (hasBefore && hasAfter) return [field, side("before", "Before"), side("after", "After")];
  return [field, side(hasAfter ? "after" : "before", "Value")];
}
