import * as z from "zod";
import type { Database } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { RATE_LIMITS } from "~/values/limits";
import { downloadExport } from "./download.server";
import { exportSources, readRecords } from "./records.server";
import { writtenOut } from "./written-out";

/**
 * GET /api/export/all: every record of the ledger, as JSON. It comes from one snapshot, so each id in it belongs to a
 * record in it.
 */
export const exportBundle = defineOperation({
  gate: "enterprise",
  input: z.object({}),
  limit: RATE_LIMITS.export,
  events: ["export_downloaded"],

  run(context) {
    const sources = exportSources(context.now);
    return downloadExport(context, {
      format: "JSON",
      contentType: "application/json; charset=utf-8",
      records: Object.keys(sources),
      name: "ledger",
      extension: "json",
      make: (snapshot) => bundleText(snapshot, sources),
    });
  },
});

async function* bundleText(
  db: Database,
  sources: ReturnType<typeof exportSources>,
): AsyncGenerator<string, void, void> {
  let before = '{"data":{';
  for (const [name, source] of Object.entries(sources)) {
    yield `${before}${JSON.stringify(name)}:[`;
    yield* writtenOut(readRecords(db, source), (record, index) => (index > 0 ? "," : "") + JSON.stringify(record));
    before = "],";
  }
  yield "]}}";
}
