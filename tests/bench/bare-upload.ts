import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { openDatabase } from "#db/open";
import { logPort } from "./measure";

/** The simplest server for uploads: it streams the body to disk unchanged, flushes it and inserts one row. */
const db = openDatabase(process.env.DATABASE_PATH ?? "");
db.$client.exec("CREATE TABLE IF NOT EXISTS upload (name TEXT PRIMARY KEY, received_at TEXT NOT NULL) STRICT");
const insert = db.$client.prepare("INSERT INTO upload VALUES (?, ?)");

const server = createServer(async (request, response) => {
  if (request.method === "POST") {
    const name = randomUUID();
    await pipeline(request, createWriteStream(join(process.env.FOLDER ?? "", name), { flush: true }));
    insert.run(name, new Date().toISOString());
  }
  response.writeHead(201, { "content-type": "application/json" }).end('{"data":{}}');
});
server.listen(0, process.env.HOST, () => logPort(server));
