import { Agent, get } from "node:http";

/*
 * A separate program, so that the proof's own work does not count as waiting. It keeps asking for the cheapest response
 * on one connection. "begin" resets it. "end" makes it wait for its current response and report the longest wait since.
 */

const [address = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const PAUSE_MILLISECONDS = 1;
let longest = 0;
let shouldReport = false;

function ask(): void {
  const begun = performance.now();
  const done = () => {
    longest = Math.max(longest, performance.now() - begun);
    if (shouldReport) {
      shouldReport = false;
      process.send?.(longest);
    }
    setTimeout(ask, PAUSE_MILLISECONDS);
  };
  get(address, { agent }, (response) => {
    response.resume();
    response.once("end", done);
  }).once("error", done);
}

process.on("message", (word) => {
  if (word === "end") shouldReport = true;
  else {
    longest = 0;
    process.send?.("begun");
  }
});
ask();
