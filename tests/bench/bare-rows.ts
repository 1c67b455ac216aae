import { createServer } from "node:http";
import Sqlite from "better-sqlite3";
import { logPort } from "./measure";

/** The least that a page of a list could cost: one prepared statement for 20 rows, JSON.stringify and node:http. */
const db = new Sqlite(process.env.DATABASE_PATH ?? "", { readonly: true });
const rows = db.prepare(`
  SELECT id, title, description, tech_tags AS techTags, status, closes_at AS closesAt
  FROM call ORDER BY closes_at, created_at, id LIMIT 20`);

const server = createServer((_request, response) => {
  const body = JSON.stringify({ data: rows.all() });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
});
server.listen(0, process.env.HOST, () => logPort(server));
