import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { readServiceStatus } from "~/domain/service-status/queries.server";
import { Detail } from "~/ui/kit/detail";
import { DateTime } from "~/ui/kit/format/date-time";
import { Alert } from "~/ui/kit/page/alert";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { WARNING_TEXT } from "~/ui/service-status/warning-text";
import { counted, formatFileSize, formatShare } from "~/values/format";
import { page } from "~/web/pages/page.server";
import { AdministrationNav } from "./administration-nav";

export const meta = titleOf("Status");

const NOT_CHECKED = "Not checked yet. The first check is soon after the start.";
const HOLDS_WORDS = { database: "database", uploads: "uploads", backups: "backups" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "system admin");
  return read(readServiceStatus);
}

type Status = SerializeFrom<typeof loader>;

export default function ServiceStatus() {
  const status = useLoaderData<typeof loader>();
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Status"
        lede="How the service itself is doing. Monitoring programs can read the same at /api/gov/admin/status."
      />
      <Warnings codes={status.warnings} />
      <div className="glip-columns">
        <div>
          <Data {...status} />
          <Delivery {...status} />
        </div>
        <div>
          <Section title="Free disk space">
            <DescriptionList
              rows={status.disks.map(({ holds, freeBytes, totalBytes }) => ({
                term: sentenceOf(holds.map((name) => HOLDS_WORDS[name])),
                value: `${formatFileSize(freeBytes)} of ${formatFileSize(totalBytes)} (${formatShare(freeBytes, totalBytes)})`,
              }))}
            />
          </Section>
          <Section title="Server">
            <DescriptionList
              rows={[
                { term: "Version", value: status.version },
                { term: "Node.js", value: status.nodeVersion },
                { term: "Started", value: <DateTime value={status.startedAt} /> },
                { term: "As of", value: <DateTime value={status.checkedAt} /> },
              ]}
            />
          </Section>
        </div>
      </div>
    </>
  );
}

const Warnings = ({ codes }: { codes: Status["warnings"] }) =>
  codes.length === 0 ? (
    <Alert kind="success">No problems found.</Alert>
  ) : (
    <Alert kind="warning" heading={counted(codes.length, "problem needs attention", "problems need attention")}>
      <ul className="usa-list">
        {codes.map((code) => (
          <li key={code}>{WARNING_TEXT[code]}</li>
        ))}
      </ul>
    </Alert>
  );

const Data = ({ backup, standby, offsiteCopy, auditLog, searchIndex, documents, databaseBytes }: Status) => (
  <Section title="Data">
    <DescriptionList
      rows={[
        { term: "Newest backup", value: backup.newestAt ? <DateTime value={backup.newestAt} /> : "None" },
        { term: "Last backup run", value: <Result of={backup.lastRun} none="None since the server was set up" /> },
        ...(standby ? [{ term: "This is a copy from", value: <DateTime value={standby.copiedAt} /> }] : []),
        { term: "Copy on another machine", value: <OffsiteCopy of={offsiteCopy} /> },
        { term: "Audit log", value: <Result of={auditLog.lastCheck} none={NOT_CHECKED} /> },
        { term: "Search index", value: <Result of={searchIndex.lastCheck} none={NOT_CHECKED} /> },
        { term: "Text of files", value: textOfFiles(documents) },
        { term: "Database size", value: formatFileSize(databaseBytes) },
      ]}
    />
  </Section>
);

/** How far the copy that is made while the server runs is behind. */
function OffsiteCopy({ of: copy }: { of: Status["offsiteCopy"] }) {
  if (!copy) return "None is made while the server runs";
  if (!copy.isRunning) return "Stopped";
  return (
    <>
      {`Database ${behind(copy.databaseBehindSeconds)}, uploads ${behind(copy.uploadsBehindSeconds)}`}
      {copy.uploadsWaiting > 0 && ` (${counted(copy.uploadsWaiting, "file waits", "files wait")})`}
      {copy.problem && <Detail>{copy.problem}</Detail>}
    </>
  );
}

const behind = (seconds: number | null) =>
  seconds === null ? "not copied yet" : `${counted(Math.round(seconds), "second")} behind`;

const textOfFiles = ({ waiting, unreadable }: Status["documents"]) =>
  `${waiting === 0 ? "None is waiting to be read." : `${counted(waiting, "file is", "files are")} waiting to be read.`} ${
    unreadable === 0 ? "All others were read." : `${counted(unreadable, "file", "files")} could not be read.`
  }`;

/** The notifications and the mail that wait. */
const Delivery = ({ notifications, mail }: Status) => (
  <>
    <Section title="Notifications in the app">
      <p>
        {notifications.waiting === 0
          ? "None are waiting."
          : `${counted(notifications.waiting, "delivery is", "deliveries are")} waiting, ${notifications.failing} after a failure.`}
      </p>
    </Section>
    <Section title="Mail">
      {mail.isOn ? (
        <p>
          {mail.waiting === 0
            ? "None is waiting."
            : `${counted(mail.waiting, "mail is", "mails are")} waiting, ${mail.retrying} after a failure.`}{" "}
          {mail.failed === 0 ? "None failed." : `${mail.failed} failed.`}{" "}
          <Link to="/gov/admin/outbox">See the outbox</Link>.
        </p>
      ) : (
        <p>Mail is off. The portal sends none.</p>
      )}
    </Section>
  </>
);

/** "Database, uploads, backups" */
const sentenceOf = (words: readonly string[]) => words.join(", ").replace(/^./, (letter) => letter.toUpperCase());

/** The result of a task that the server does by itself. */
function Result({ of: result, none }: { of: Status["backup"]["lastRun"]; none: string }) {
  if (!result) return none;
  return (
    <>
      {result.succeeded ? "No problems, " : "Problems, "}
      <DateTime value={result.finishedAt} />
      {result.problem && <Detail>{result.problem}</Detail>}
    </>
  );
}
