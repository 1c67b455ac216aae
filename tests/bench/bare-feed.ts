import { createServer } from "node:http";
import { openDatabase } from "#db/open";
import { readOpenCallsAfter } from "~/domain/call/queries.server";
import { listInPieces, piecesOf } from "~/lists/list-in-pieces";
import { logPort } from "./measure";

/** The simplest server for the public feed: the same query, JSON.stringify and node:http. */
const db = openDatabase(process.env.DATABASE_PATH ?? "");

type Row = ReturnType<typeof readOpenCallsAfter>[number];

const server = createServer((_request, response) => {
  const now = new Date();
  const list = listInPieces<Row, object>(
    (last) => readOpenCallsAfter(db, now, last),
    ({ createdAt: _createdAt, ...shown }) => shown,
  );
  const rows = [...piecesOf(list)].flatMap(({ items }) => items);
  const body = JSON.stringify({ data: rows });
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(body) }).end(body);
});
server.listen(0, process.env.HOST, () => logPort(server));
