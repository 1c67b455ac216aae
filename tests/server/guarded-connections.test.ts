import { once } from "node:events";
import { createServer, type RequestListener, type ServerOptions } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { CONNECTION_OPTIONS, guardConnections } from "~/http/connections";
import { readSettings } from "~/settings.server";
import { exchangeRaw } from "../support/raw-exchange";

/* What the service's guard of its connections does, on a server whose answers the test gives. */

const HEAD = "GET / HTTP/1.1\r\nHost: portal.test\r\n";

async function listen(answer: RequestListener, options: ServerOptions = {}): Promise<number> {
  const server = createServer({ ...CONNECTION_OPTIONS, ...options }, answer);
  guardConnections(server, readSettings({}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test("a head that does not come to its end in time is answered 408 in JSON, and its connection closed", async () => {
  const port = await listen(() => {}, { headersTimeout: 50, connectionsCheckingInterval: 20 });
  const { answer, isClosed } = await exchangeRaw(port, [HEAD]);
  expect(isClosed).toBe(true);
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toMatch(/\r\n\r\n\{"error":"The request took too long"\}$/);
});

test("nothing is written into the midst of an answer, whatever is wrong with what comes behind its request", async () => {
  const port = await listen((_request, response) => {
    response.write("the beginning");
  });
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  let answer = "";
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
    if (answer.includes("the beginning")) socket.write("NONSENSE\r\n\r\n");
  });
  socket.write(`${HEAD}\r\n`);
  await once(socket, "close");
  expect(answer).toContain("the beginning");
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
