import { once } from "node:events";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { duplicateOf, holdSocket, portalOnSocket } from "../support/passed-socket";
import { makePlace, outcomeOf, PORTAL, type RunningServer, startServer } from "../support/server-process";

/* The built server on a socket that another process opened: systemd's sd_listen_fds(3). */

/** An address that this machine does not have, so that a server that listens there would not start. */
const ELSEWHERE = { HOST: "192.0.2.1" };

function place() {
  const place = makePlace();
  onTestFinished(() => place.remove());
  return place;
}

async function held(...where: Parameters<typeof holdSocket>) {
  const socket = await holdSocket(...where);
  onTestFinished(() => socket.close());
  return socket;
}

async function startOn(fd: number, settings: Record<string, string>): Promise<RunningServer> {
  const server = await startServer(portalOnSocket(), settings, undefined, fd);
  onTestFinished(() => void server.process.kill("SIGKILL"));
  return server;
}

const openUnixSocket = async () => (await holdSocket({ path: join(place().folder, "socket") })).fd;

/** The other end of a connection keeps it open. */
async function openConnection() {
  const { port } = await held();
  const connection = connect(port, "127.0.0.1");
  await once(connection, "connect");
  onTestFinished(() => void connection.destroy());
  return duplicateOf(connection);
}

const processes = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name));

/** The processes that have a socket open. */
const holdersOf = (inode: number) =>
  processes().filter((pid) => {
    try {
      const folder = `/proc/${pid}/fd`;
      return readdirSync(folder).some((fd) => readlinkSync(join(folder, fd)) === `socket:[${inode}]`);
    } catch {
      // It has ended.
      return false;
    }
  });

/** The processes that a server started, and whose. */
const childrenOf = (parent: number) =>
  processes().filter((pid) => {
    try {
      return new RegExp(`^PPid:\\s*${parent}$`, "m").test(readFileSync(`/proc/${pid}/status`, "latin1"));
    } catch {
      return false;
    }
  });

const health = async (port: number) =>
  (await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { connection: "close" } })).status;

describe.runIf(process.platform === "linux")("a server that gets a socket", () => {
  test("listens there instead of on HOST and PORT, and nothing that it starts gets the socket", async () => {
    const socket = await held();
    const server = await startOn(socket.fd, { ...place().settings, ...ELSEWHERE });
    expect(server.port).toBe(socket.port);
    expect(await health(socket.port)).toBe(200);

    const children = childrenOf(server.pid);
    expect(children).toHaveLength(1);
    expect(holdersOf(socket.inode).sort()).toEqual([String(process.pid), String(server.pid)].sort());
    expect(readFileSync(`/proc/${children[0]}/environ`, "latin1")).not.toContain("LISTEN_");
    expect(await server.stop()).toBe(0);
  });

  test("leaves the socket open when it stops, and the next one gets what arrived meanwhile", async () => {
    const [socket, { settings }] = [await held(), place()];
    expect(await (await startOn(socket.fd, settings)).stop()).toBe(0);
    const waiting = health(socket.port);
    const next = await startOn(socket.fd, settings);
    expect(await waiting).toBe(200);
    expect(await next.stop()).toBe(0);
  });

  test("accepts connections beside another server on the same socket", async () => {
    const socket = await held();
    const servers = [await startOn(socket.fd, place().settings), await startOn(socket.fd, place().settings)];
    for (const paused of servers) {
      paused.process.kill("SIGSTOP");
      expect(await health(socket.port)).toBe(200);
      paused.process.kill("SIGCONT");
    }
    for (const server of servers) expect(await server.stop()).toBe(0);
  });

  test("sees the addresses of its clients", async () => {
    const [socket, { settings }] = [await held({ port: 0, host: "::" }), place()];
    const server = await startOn(socket.fd, settings);
    await fetch(`http://127.0.0.1:${socket.port}/api/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "nobody@agency.example", password: "Wrong-Password-2026!" }),
    });
    await server.stop();
    const db = openDatabase(settings.DATABASE_PATH);
    expect(db.$client.prepare("SELECT DISTINCT ip FROM audit_event WHERE ip IS NOT NULL").pluck().all()).toEqual([
      "127.0.0.1",
    ]);
    closeDatabase(db);
  });

  test("does not use a socket that is meant for another process", async () => {
    const socket = await held();
    const settings = { ...place().settings, LISTEN_FDS: "1", LISTEN_PID: String(process.pid) };
    const server = await startServer(PORTAL, settings, undefined, socket.fd);
    onTestFinished(() => void server.process.kill("SIGKILL"));
    expect(server.port).not.toBe(socket.port);
    expect(await health(server.port)).toBe(200);
    expect(await server.stop()).toBe(0);
  });

  const NOT_LISTENING = "LISTEN_FDS is set, but file descriptor 3 is not a socket that listens.";
  test.each([
    ["a file", async () => openSync("package.json", "r"), NOT_LISTENING],
    ["a connection", openConnection, NOT_LISTENING],
    ["a UNIX socket", openUnixSocket, "LISTEN_FDS is set, but file descriptor 3 is not a TCP socket."],
  ])("refuses to start with %s instead", async (_what, open, message) => {
    const fd = await open();
    const outcome = await outcomeOf(portalOnSocket(), place().settings, undefined, fd);
    closeSync(fd);
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });

  test.each([
    ["a socket that is missing", "1", "3>&-", NOT_LISTENING],
    ["several sockets", "2", "", 'LISTEN_FDS is "2", but the server listens on exactly one socket.'],
  ])("refuses to start with %s", async (_what, count, redirection, message) => {
    const socket = await held();
    const outcome = await outcomeOf(portalOnSocket(count, redirection), place().settings, undefined, socket.fd);
    expect(outcome).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });
});
