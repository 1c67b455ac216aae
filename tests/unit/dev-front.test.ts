import { once } from "node:events";
import { createServer, get, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openFront } from "../../dev/front";

/* What stands between the browser and the server under `npm run dev`. Nothing that a browser sends may end it. */

/** Starts the front before a server that responds like this. @returns the front's address */
async function startFront(respond: RequestListener): Promise<string> {
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  const front = openFront();
  front.serveFrom((server.address() as AddressInfo).port);
  onTestFinished(() => {
    front.close();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await front.listen(0, "127.0.0.1")}`;
}

const PAGE = { "content-type": "text/html" };

test.each(["__proto__", "constructor", "toString", "hasOwnProperty", ""])(
  "no file is called /__dev/%s",
  async (name) => {
    const origin = await startFront((_request, response) => response.end());
    expect((await fetch(`${origin}/__dev/${name}`)).status).toBe(404);
    expect((await fetch(`${origin}/__dev/reload.js`)).status).toBe(200);
  },
);

test.each([
  ["a page", PAGE],
  ["a file", { "content-type": "application/pdf" }],
])("%s that the server breaks off ends the browser's request only", async (_name, headers) => {
  const origin = await startFront((request, response) => {
    if (request.url === "/whole") response.writeHead(200, PAGE).end("<body>whole</body>");
    else response.writeHead(200, { ...headers, "content-length": "100" }).write("half", () => response.destroy());
  });
  await expect(fetch(`${origin}/half`).then((response) => response.text())).rejects.toThrow();
  expect(await (await fetch(`${origin}/whole`)).text()).toContain("whole<script");
});

test("a browser that leaves in the middle of a page ends the server's response only", async () => {
  const left = Promise.withResolvers<void>();
  const origin = await startFront((request, response) => {
    if (request.url === "/whole") return response.writeHead(200, PAGE).end("<body>whole</body>");
    response.writeHead(200, PAGE).write("half", () => browser.destroy());
    return response.on("close", left.resolve);
  });
  const browser = get(`${origin}/half`).on("error", () => {});
  await left.promise;
  await nextTurn();
  expect(await (await fetch(`${origin}/whole`)).text()).toContain("whole<script");
});
