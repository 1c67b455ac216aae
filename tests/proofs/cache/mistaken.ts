import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that sends the portal's responses, but says of each that everyone may have it. */
export async function startMistakenServer(portalPort: number): Promise<{ port: number; close(): void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming;
    const forwarded = request({ host: "127.0.0.1", port: portalPort, method, path, headers }, (response) => {
      const { "set-cookie": _cookie, vary: _vary, ...rest } = response.headers;
      outgoing.writeHead(response.statusCode ?? 0, { ...rest, "cache-control": "public, s-maxage=60" });
      response.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
