/*
 * Starts a confined process for each document that the server sends, and ends it if it takes too much time or memory.
 * It looks neither at documents nor at their text. The server connects once, and this process ends with the connection.
 *
 * The server sends a line of JSON and the document in frames: the length of each, and its bytes. It gets a line of JSON
 * and what the process wrote.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { canRemoveNetwork, confinedCommand } from "./confinement.mjs";

/**
 * @typedef {object} Job
 * @property {string} kind
 * @property {{ characters: number, pages: number, unpackedBytes: number }} limits of the text
 * @property {number} heapBytes
 * @property {number} memoryBytes
 * @property {number} milliseconds
 * @property {number} cpuMilliseconds
 * @property {number} outputBytes
 */

const READER = fileURLToPath(new URL("read.mjs", import.meta.url));
/** If nobody connects for this long, the server did not start. */
const UNUSED_MILLISECONDS = 60_000;
/** How often to look at the process. It can allocate a few hundred megabytes in between. */
const LOOK_MILLISECONDS = 20;
const LENGTH_BYTES = 4;
/** In place of a frame's length: the server cannot send the rest of the document. */
const GIVEN_UP = 0xffffffff;
/** The clock ticks of a second, in which Linux counts the time of processes. */
const TICKS = 100;
/** How V8 ends a process whose heap is full. */
const FULL_HEAP = ["SIGABRT", "SIGTRAP", "SIGILL"];

const withoutNetwork = canRemoveNetwork();
/** @type {import("node:child_process").ChildProcess | null} */
let running = null;

// Ctrl+C reaches this process too. The server finishes its requests first, and then closes the connection.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

function end() {
  running?.kill("SIGKILL");
  process.exit();
}

/**
 * What a process has used, on Linux. Elsewhere only its heap and the time since its start are limited.
 * @param {number} pid
 */
function usageOf(pid) {
  try {
    const [, resident = "0"] = /^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "latin1")) ?? [];
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // After the name, which may have spaces: the 14th and 15th fields of all.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const cpuMilliseconds = ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
    return { memoryBytes: Number(resident) * 1024, cpuMilliseconds };
  } catch {
    return { memoryBytes: 0, cpuMilliseconds: 0 };
  }
}

/**
 * Starts a process for a document.
 * @param {Job} job
 */
function startReader({ kind, limits, heapBytes, memoryBytes, milliseconds, cpuMilliseconds, outputBytes }) {
  const [command = "", ...options] = confinedCommand({ heapBytes, withoutNetwork });
  const child = spawn(command, [...options, READER, kind, JSON.stringify(limits)], {
    stdio: ["pipe", "pipe", "ignore"],
    windowsHide: true,
  });
  running = child;
  /** @type {Buffer[]} */
  const output = [];
  let received = 0;
  /** @type {string | null} */
  let failure = null;
  const stop = (/** @type {string} */ why) => {
    failure ??= why;
    child.kill("SIGKILL");
  };
  if (child.pid !== undefined) lower(child.pid);
  const deadline = setTimeout(() => stop("TIME"), milliseconds);
  const look = setInterval(() => {
    if (child.pid === undefined) return;
    const used = usageOf(child.pid);
    if (used.memoryBytes > memoryBytes) stop("MEMORY");
    if (used.cpuMilliseconds > cpuMilliseconds) stop("TIME");
  }, LOOK_MILLISECONDS);
  // It may end before it has read everything.
  child.stdin.on("error", () => {});
  child.stdout.on("data", (chunk) => {
    received += chunk.length;
    if (received > outputBytes) stop("TOO_LARGE");
    else output.push(chunk);
  });
  /** @type {Promise<{ failure: string | null, output: Buffer }>} */
  const ended = new Promise((resolve) => {
    const finish = (/** @type {number | null} */ code, /** @type {string | null} */ signal) => {
      clearTimeout(deadline);
      clearInterval(look);
      running = null;
      if (code !== 0) failure ??= FULL_HEAP.includes(`${signal}`) || (code ?? 0) > 128 ? "MEMORY" : "CRASHED";
      resolve({ failure, output: failure === null ? Buffer.concat(output) : Buffer.alloc(0) });
    };
    child.on("error", () => finish(1, null));
    child.on("close", finish);
  });
  return { stdin: child.stdin, ended, stop };
}

/** Lets everything else go first. At the lowest priority, it would wait for minutes on a busy machine. @param {number} pid */
function lower(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has already ended.
  }
}

/**
 * Reads a connection by lines and by numbers of bytes.
 * @param {import("node:net").Socket} socket
 */
function inputOf(socket) {
  const chunks = socket[Symbol.asyncIterator]();
  let rest = Buffer.alloc(0);
  const more = async () => {
    const { done, value } = await chunks.next();
    if (done) return end();
    rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
  };
  return {
    async line() {
      while (!rest.includes("\n")) await more();
      const length = rest.indexOf("\n");
      const line = rest.toString("utf8", 0, length);
      rest = rest.subarray(length + 1);
      return line;
    },
    async number() {
      while (rest.length < LENGTH_BYTES) await more();
      const length = rest.readUInt32BE(0);
      rest = rest.subarray(LENGTH_BYTES);
      return length;
    },
    /** @param {number} size @param {(chunk: Buffer) => Promise<unknown>} take */
    async bytes(size, take) {
      for (let left = size; left > 0; ) {
        if (rest.length === 0) await more();
        const chunk = rest.subarray(0, left);
        rest = rest.subarray(chunk.length);
        left -= chunk.length;
        await take(chunk);
      }
    },
  };
}

/** @param {import("node:net").Socket} socket */
async function serve(socket) {
  const input = inputOf(socket);
  for (;;) {
    /** @type {Job} */
    const job = JSON.parse(await input.line());
    const { stdin, ended, stop } = startReader(job);
    const gone = ended.then(() => {});
    for (;;) {
      const length = await input.number();
      if (length === GIVEN_UP) stop("CRASHED");
      if (length === GIVEN_UP || length === 0) break;
      await input.bytes(length, async (chunk) => {
        if (stdin.writable && !stdin.write(chunk)) await Promise.race([once(stdin, "drain").catch(() => {}), gone]);
      });
    }
    stdin.end();
    const { failure, output } = await ended;
    socket.write(`${JSON.stringify({ failure, bytes: output.length })}\n`);
    socket.write(output);
  }
}

const [address = ""] = process.argv.slice(2);
const unused = setTimeout(end, UNUSED_MILLISECONDS);
const server = createServer((socket) => {
  clearTimeout(unused);
  // Nobody else can connect.
  server.close();
  removeFolder();
  socket.on("close", end);
  socket.on("error", end);
  serve(socket).catch(end);
});
server.maxConnections = 1;
server.on("error", end);
server.listen(address);
process.on("exit", removeFolder);

function removeFolder() {
  if (process.platform !== "win32") rmSync(dirname(address), { recursive: true, force: true });
}
