// The least that a server could be: node:http without libraries. It logs its address in the format of the portal's log.
import { createServer } from "node:http";

const server = createServer((_request, response) => response.end("OK"));
server.listen(0, process.env.HOST, () => {
  process.stdout.write(`${JSON.stringify({ port: server.address()?.port, msg: "listening" })}\n`);
});
