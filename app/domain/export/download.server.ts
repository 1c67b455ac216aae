import type { Database } from "#db/open";
import { streamOfSnapshot } from "~/lists/response-stream.server";
import type { WriteContext } from "~/operations/operation.server";

interface Exported {
  format: "JSON" | "CSV" | "iCalendar";
  contentType: string;
  /** Which kinds of record it has. */
  records: readonly string[];
  /** The file's name, without the day and the extension. */
  name: string;
  extension: string;
  /** The filters, if any. */
  filters?: Record<string, unknown>;
  /** Makes the file's text from a snapshot of the ledger, taken when the reader begins. */
  make: (snapshot: Database) => AsyncIterable<string>;
}

/** Returns an export as a file with the day in its name, and audits it. */
export function downloadExport(
  context: WriteContext<"enterprise", "export_downloaded">,
  { format, contentType, records, name, extension, filters, make }: Exported,
) {
  const fileName = `${name}-${context.now.toISOString().slice(0, 10)}.${extension}`;
  const details = { format, records, fileName, ...(filters && { filters }) };
  context.audit("export_downloaded", { targetType: "export", details });
  return { file: { stream: streamOfSnapshot(context, make) }, fileName, contentType };
}
