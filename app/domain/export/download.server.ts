import type { Database } from "#db/open";
import { streamOfSnapshot } from "~/lists/response-stream.server";
import type { WriteContext } from "~/operations/operation.server";

interface Exported {
  format: "JSON" | "CSV" | "iCalendar";
  contentType: string;
  /** What of the ledger it holds. */
  records: readonly string[];
  /** Of the file, without the day and its extension. */
  name: string;
  extension: string;
  /** What it was narrowed to, where it was. */
  filters?: Record<string, unknown>;
  /** Makes the file's text of the ledger as it stood when somebody began to read it. */
  make: (snapshot: Database) => AsyncIterable<string>;
}

/** Hands out an export as a file named by the day, and says so in the audit. */
export function downloadExport(
  context: WriteContext<"enterprise", "export_downloaded">,
  { format, contentType, records, name, extension, filters, make }: Exported,
) {
  const fileName = `${name}-${context.now.toISOString().slice(0, 10)}.${extension}`;
  const details = { format, records, fileName, ...(filters && { filters }) };
  context.audit("export_downloaded", { targetType: "export", details });
  return { file: { stream: streamOfSnapshot(context, make) }, fileName, contentType };
}
