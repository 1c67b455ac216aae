import { createServer } from "node:http";
import { openDatabase, statement } from "#db/open";
import { SELECT_OPEN_CALLS } from "~/domain/call/queries.server";
import { sayListening } from "./measure";

/** The least that can answer the public feed: the same query, JSON.stringify and node:http. */
const db = openDatabase(process.env.DATABASE_PATH ?? "");

const server = createServer((_request, response) => {
  const rows = statement(db, SELECT_OPEN_CALLS).all({ now: new Date().toISOString() });
  const body = JSON.stringify({ data: rows });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
});
server.listen(0, process.env.HOST, () => sayListening(server));
