import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { exportCounts } from "~/domain/export/queries.server";
import { DataTable } from "~/ui/kit/list/data-table";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { formatCount } from "~/values/format";
import { RATE_LIMITS } from "~/values/limits";
import { page } from "~/web/pages/page.server";
import { AdministrationNav } from "./administration-nav";

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
      holds:
        "Every organization, submission, engagement and call, and the links between them, for use in other programs.",
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
      holds: "Every submission, including archived ones, with its organization, call and submitter.",
      records: submissions,
      format: "CSV",
      href: "/api/export/csv?entity=submissions",
    },
    {
      name: "Engagements",
      holds: "Every engagement with its participants, its command and the person who recorded it.",
      records: engagements,
      format: "CSV",
      href: "/api/export/csv?entity=engagements",
    },
    {
      name: "Calendar of engagements",
      holds: "Every engagement as an all-day event for a calendar program.",
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
        lede="Download the ledger as it is when the download starts. Exports do not include uploaded files, notes or accounts."
      />
      <div className="glip-stack">
        <DataTable
          caption="Available exports"
          rows={offered}
          rowKey={({ href }) => href}
          columns={[
            { key: "name", header: "Export", cell: ({ name }) => name },
            { key: "holds", header: "Contents", cell: ({ holds }) => holds },
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
          We record each download in the audit log with your name. You can start {perHour} downloads an hour.
        </Alert>
      </div>
      <Section title="Opening a table in a spreadsheet">
        <div className="glip-stack">
          <p>
            The tables are CSV files in UTF-8. Use your spreadsheet's import (in Excel: Data, From Text/CSV) and choose
            UTF-8. If you double-click the file instead, accented letters may look wrong.
          </p>
          <p>
            If text starts with a character that would make it a formula (= + - @), we put an apostrophe in front so
            your spreadsheet does not run it. The apostrophe is not part of the text. A semicolon separates several
            values in one cell. Times are in UTC.
          </p>
        </div>
      </Section>
      <Section title="Importing the calendar">
        <p>
          Open or import the file in your calendar program. If you import a later file, it updates engagements that
          changed. If an engagement was deleted from the ledger, delete it from your calendar yourself. Planned
          engagements are tentative. Changes in your calendar do not change the ledger.
        </p>
      </Section>
    </>
  );
}
