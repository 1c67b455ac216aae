import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { abandonedSignal } from "~/web/transport/abandoned";

const REQUEST = "POST / HTTP/1.1\r\nHost: portal.test\r\nContent-Length: 2\r\n\r\n{}";

/** Sends a whole request, and waits until the server has read it. */
async function sendRequest() {
  let respond = () => {};
  const server = createServer();
  const read = new Promise<AbortSignal>((resolve) => {
    server.on("request", async (req, res) => {
      await text(req);
      respond = () => res.end("done");
      const signal = abandonedSignal({ req, res }) as AbortSignal;
      // Whatever asks again gets the same one, so that the connection has no more listeners.
      const listeners = [res.listenerCount("close"), req.socket.listenerCount("end")];
      expect(abandonedSignal({ req, res })).toBe(signal);
      expect([res.listenerCount("close"), req.socket.listenerCount("end")]).toEqual(listeners);
      resolve(signal);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client: Socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  client.on("error", () => {});
  client.write(REQUEST);
  return { client, signal: await read, respond: () => respond() };
}

describe("a request is abandoned", () => {
  test.each([
    ["breaks the connection", (client: Socket) => client.resetAndDestroy()],
    ["closes the connection", (client: Socket) => client.destroy()],
    ["ends its side of the connection", (client: Socket) => client.end()],
  ])("when the client %s before its answer", async (_how, hangUp) => {
    const { client, signal } = await sendRequest();
    expect(signal.aborted).toBe(false);
    hangUp(client);
    await expect.poll(() => signal.aborted).toBe(true);
  });

  test("not when it gets its response, even if the client closes after that", async () => {
    const { client, signal, respond } = await sendRequest();
    respond();
    await once(client, "data");
    client.end();
    await once(client.resume(), "close");
    expect(signal.aborted).toBe(false);
  });
});
