import { createServer } from "node:http";
import { openDatabase } from "#db/open";
import { exportSources, selectRecords } from "~/domain/export/records.server";
import { logPort } from "./measure";

/**
 * The simplest server for the export: the same queries, all rows read at once, one JSON.stringify and node:http. It
 * keeps three copies of the whole ledger in memory and blocks other requests in the meantime.
 */
const db = openDatabase(process.env.DATABASE_PATH ?? "");

const server = createServer((_request, response) => {
  const data: Record<string, unknown[]> = {};
  for (const [name, source] of Object.entries(exportSources(new Date()))) {
    const { sql, params } = selectRecords(db, source);
    const rows = db.$client
      .prepare<unknown[], unknown[]>(sql)
      .raw()
      .all(...params);
    data[name] = rows.map((row) => {
      const record: Record<string, unknown> = {};
      for (const [index, { name, read }] of source.fields.entries()) record[name] = read?.(row[index]) ?? row[index];
      return record;
    });
  }
  const body = Buffer.from(JSON.stringify({ data }));
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length }).end(body);
});
server.listen(0, process.env.HOST, () => logPort(server));
