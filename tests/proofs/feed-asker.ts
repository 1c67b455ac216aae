import { Agent, get } from "node:http";

/*
 * A separate program, so that the proof's own work does not count as waiting. It sends a fixed number of requests per
 * second, even if the server does not keep up, until it is stopped. It measures each wait from when the request was due.
 */

const [address = "", perSecond = ""] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });
const waits: number[] = [];
const errors: string[] = [];
const begun = performance.now();
let asked = 0;
let answered = 0;

function ask(due: number): void {
  asked += 1;
  const done = (error?: string) => {
    answered += 1;
    if (error) errors.push(error);
    else waits.push(performance.now() - due);
  };
  get(address, { agent }, (response) => {
    response.resume();
    response.once("end", () => done(response.statusCode === 200 ? undefined : `${response.statusCode}`));
  }).once("error", (error) => done(error.message));
}

const interval = 1_000 / Number(perSecond);
const timer = setInterval(() => {
  while (begun + asked * interval <= performance.now()) ask(begun + asked * interval);
}, interval / 4);

process.once("message", () => {
  clearInterval(timer);
  const wait = setInterval(() => {
    if (answered < asked) return;
    clearInterval(wait);
    process.send?.({ waits, errors }, () => process.exit());
  }, 10);
});
process.send?.("asking");
