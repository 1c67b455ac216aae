import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { exportCounts } from "~/domain/export/queries.server";
import { page } from "~/http/page.server";
import { RATE_LIMITS } from "~/limits";
import { AdministrationNav } from "~/ui/administration-nav";
import { formatCount } from "~/ui/format";
import { Alert, DataTable, PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Export");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "enterprise");
  return {
    counts: await read(exportCounts),
    perHour: RATE_LIMITS.export.max,
  };
}

export default function Export() {
  const { counts, perHour } = useLoaderData<typeof loader>();
  const { organizations, submissions, engagements, calls } = counts;
  const offered = [
    {
      name: "The whole ledger",
      holds: "Every organization, submission, engagement and call, with the links between them, for other programs.",
      records: organizations + submissions + engagements + calls,
      format: "JSON",
      href: "/api/export/all",
    },
    {
      name: "Organizations",
      holds: "Every organization with its profile and status.",
      records: organizations,
      format: "CSV",
      href: "/api/export/csv?entity=organizations",
    },
    {
      name: "Submissions",
      holds: "Every submission, archived ones too, with its organization, call and submitter.",
      records: submissions,
      format: "CSV",
      href: "/api/export/csv?entity=submissions",
    },
    {
      name: "Engagements",
      holds: "Every engagement with its participants, its command and who recorded it.",
      records: engagements,
      format: "CSV",
      href: "/api/export/csv?entity=engagements",
    },
    {
      name: "Calendar of engagements",
      holds: "Every engagement as an event that lasts its day, for a calendar program.",
      records: engagements,
      format: "iCalendar",
      href: "/api/export/engagements.ics",
    },
  ];
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Export"
        lede="The ledger as files, as it stands when the download begins. Uploaded files, notes and people's accounts are not in them."
      />
      <div className="glip-stack">
        <DataTable
          caption="What can be downloaded"
          rows={offered}
          rowKey={({ href }) => href}
          columns={[
            { key: "name", header: "Export", cell: ({ name }) => name },
            { key: "holds", header: "It holds", cell: ({ holds }) => holds },
            { key: "records", header: "Records now", cell: ({ records }) => formatCount(records) },
            {
              key: "download",
              header: "Download",
              cell: ({ name, format, href }) => (
                <a className="usa-link" href={href}>
                  {format}
                  <span className="usa-sr-only"> of {name.toLowerCase()}</span>
                </a>
              ),
            },
          ]}
        />
        <Alert kind="info">
          Each download is recorded in the audit log with your name. You may start {perHour} in an hour.
        </Alert>
      </div>
      <Section title="Reading a table in a spreadsheet">
        <div className="glip-stack">
          <p>
            The tables are CSV in UTF-8, with commas between the cells. Open one by the spreadsheet's import (in Excel:
            Data, From Text/CSV) and choose UTF-8 as its encoding; opened by a double click, letters with accents may
            come out wrong.
          </p>
          <p>
            A cell that begins with a sign that would make a formula of it (= + - @) has an apostrophe in front, so that
            nobody's text is run as a formula. The apostrophe is no part of the text. Several values in one cell stand
            with a semicolon between them. Times are in UTC.
          </p>
        </div>
      </Section>
      <Section title="Importing the calendar">
        <p>
          Open the file with a calendar program, or choose its import. A later file brings changed engagements up to
          date, since each keeps its identity; one that was deleted from the ledger stays in the calendar until you
          remove it there. Planned engagements are tentative. The file is a copy: changes in the calendar do not come
          back to the ledger.
        </p>
      </Section>
    </>
  );
}
