import { createServer } from "node:http";
import { SELECT_OPEN_CALLS } from "~/domain/call/queries.server";
import { openDatabase, statement } from "#db/open";

/** The least that can answer the public feed: the same query, JSON.stringify and node:http. */
const db = openDatabase(process.env.DATABASE_PATH ?? "");

createServer((_request, response) => {
  const rows = statement(db, SELECT_OPEN_CALLS).all({ now: new Date().toISOString() });
  const body = JSON.stringify({ data: rows });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
}).listen(Number(process.env.PORT), process.env.HOST);
