import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { bodyReader } from "~/web/transport/body-reader";

/* Node's message as a body, without a connection. */

const KB = 1024;

function receive(method = "POST") {
  const message = new IncomingMessage(new Socket());
  const request = Object.assign(new Request("http://portal.test/", { method }), {
    runtime: { name: "node", node: { req: message } },
  });
  const end = () => {
    message.complete = true;
    message.push(null);
  };
  return { message, end, reader: bodyReader(request) };
}

async function readAll(reader: ReturnType<typeof bodyReader>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await reader?.read(); chunk; chunk = await reader?.read()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

test("a client pauses while its bytes are not read, and none are lost", async () => {
  const { message, end, reader } = receive();
  const body = Buffer.from(Array.from({ length: 1000 * KB }, (_, index) => index % 251));
  let sent = 0;
  let maySend = true;
  // Node reads on from the socket.
  message._read = () => {
    maySend = true;
  };
  const sendAsLongAsPossible = async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      while (maySend && sent < body.length) {
        maySend = message.push(body.subarray(sent, sent + 64 * KB));
        sent += 64 * KB;
      }
      await new Promise(setImmediate);
    }
  };
  await sendAsLongAsPossible();
  expect(sent).toBeLessThan(512 * KB);
  const read = readAll(reader);
  await sendAsLongAsPossible();
  end();
  expect((await read).equals(body)).toBe(true);
});

test("a body that is cut short is an error, whatever arrived before", async () => {
  const { message, reader } = receive();
  message.push(Buffer.from("the beginning"));
  expect(String(await reader?.read())).toBe("the beginning");
  const next = reader?.read();
  message.destroy(new Error("aborted"));
  await expect(next).rejects.toThrow();
  await expect(reader?.read()).rejects.toThrow();
});

test("a connection that was lost before the body is read is an error", async () => {
  const message = new IncomingMessage(new Socket());
  message.destroy();
  await new Promise(setImmediate);
  const request = Object.assign(new Request("http://portal.test/", { method: "POST" }), {
    runtime: { name: "node", node: { req: message } },
  });
  await expect(bodyReader(request)?.read()).rejects.toThrow();
});

test.each(["GET", "HEAD"])("a %s request has no body", (method) => {
  const { reader, message } = receive(method);
  expect(reader).toBeNull();
  expect(message.listenerCount("data")).toBe(0);
});
