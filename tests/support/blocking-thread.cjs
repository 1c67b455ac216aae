/*
 * Runs as a thread beside the tests of a worker, and ends the process if its main thread stops answering. First it prints
 * the test file, and where the main thread is.
 */
const { writeSync } = require("node:fs");
const { Session } = require("node:inspector");
const { parentPort, workerData } = require("node:worker_threads");

const CHECK_MILLISECONDS = 1000;
/** The debugger cannot pause native code. */
const PAUSE_MILLISECONDS = 5000;
const FRAMES = 15;

let file = "";
let heard = Number.POSITIVE_INFINITY;
parentPort.on("message", (message) => {
  file = message;
  heard = Date.now();
});

const end = (/** @type {string[]} */ places) => {
  const lines = [`${file} blocked its worker for ${workerData.seconds} seconds:`, ...places];
  writeSync(2, `${lines.join("\n  at ")}\n`);
  process.kill(process.pid, "SIGKILL");
};

setInterval(() => {
  if (Date.now() - heard < workerData.seconds * 1000) return;
  heard = Number.POSITIVE_INFINITY;
  const session = new Session();
  session.connectToMainThread();
  /** @type {Map<string, string>} */
  const urls = new Map();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  session.on("Debugger.paused", ({ params }) => {
    const frames = params.callFrames.slice(0, FRAMES);
    end(frames.map(({ functionName, location }) => `${functionName || "(anonymous)"} ${urls.get(location.scriptId)}`));
  });
  session.post("Debugger.enable");
  session.post("Debugger.pause");
  setTimeout(() => end(["native code"]), PAUSE_MILLISECONDS);
}, CHECK_MILLISECONDS);
