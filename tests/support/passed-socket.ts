import { once } from "node:events";
import { closeSync, fstatSync } from "node:fs";
import { type AddressInfo, createServer, type ListenOptions, type Server, type Socket } from "node:net";
import koffi from "koffi";
import { PORTAL } from "./server-process";

/** Of Linux. */
const F_DUPFD_CLOEXEC = 1030;

/** A listening socket that nobody accepts connections of, as a service manager holds it. */
export interface HeldSocket {
  fd: number;
  /** Undefined if it has no port. */
  port: number;
  inode: number;
  close(): void;
}

/** Another file descriptor for the same, which Node does not know and does not close. */
export const duplicate = (fd: number): number =>
  koffi.load(null).func("int fcntl(int, int, ...)")(fd, F_DUPFD_CLOEXEC, "int", 3);

/** Another file descriptor of a socket. */
export const duplicateOf = (socket: Server | Socket): number =>
  duplicate((socket as unknown as { _handle: { fd: number } })._handle.fd);

/** Opens a socket, by default on a free port of this machine. */
export async function holdSocket(where: ListenOptions = { port: 0, host: "127.0.0.1" }): Promise<HeldSocket> {
  const server = createServer();
  server.listen({ backlog: 4_096, ...where });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // Node accepts connections as long as it listens.
  const fd = duplicateOf(server);
  server.close();
  await once(server, "close");
  return { fd, port, inode: fstatSync(fd).ino, close: () => closeSync(fd) };
}

/**
 * The built server as systemd starts it. Its file descriptor 3 is the socket.
 * @param count what the server reads as the number of sockets
 */
export const portalOnSocket = (count = "1", redirection = ""): readonly string[] => [
  "/bin/sh",
  "-c",
  `LISTEN_FDS=${count} LISTEN_PID=$$ exec "$@" ${redirection}`,
  "sh",
  ...PORTAL,
];
