import { expect, test } from "vitest";
import { insertCommand } from "../support/arrange";
import { slowClock, turnsDuring } from "../support/event-loop";
import { HOST, openPortal, type Portal, readResponse, type TestResponse } from "../support/portal";

const COMMANDS = "/api/gov/admin/commands";
const COUNT = 1_500;

function openWithCommands(portal: Portal, count: number, mission: string): void {
  portal.db.$client.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const number = String(index).padStart(5, "0");
      insertCommand(portal, { id: `c-${number}`, name: `Command ${number}`, abbreviation: `C${number}`, mission });
    }
  })();
}

function requestOf(portal: Portal, path: string): Request & { ip: string } {
  const headers = { host: HOST, cookie: portal.cookieOf("systemAdmin") };
  return Object.assign(new Request(`http://${HOST}${path}`, { headers }), { ip: "203.0.113.1" });
}

/** Requests a list and makes a change at the third turn of the event loop, as another user might. */
async function ask(portal: Portal, path: string, meanwhile = () => {}) {
  const request = requestOf(portal, path);
  let answer: TestResponse | undefined;
  const turns = await turnsDuring(
    async () => {
      answer = await readResponse(await portal.handler(request));
    },
    (turn) => turn === 3 && meanwhile(),
  );
  return { turns, answer: answer as TestResponse };
}

test("a long list pauses for other requests while it is read, and leaves out rows deleted meanwhile", async () => {
  const portal = await openPortal();
  openWithCommands(portal, COUNT, "Ships and planes. ".repeat(220));
  slowClock();
  const { turns, answer } = await ask(portal, COMMANDS);
  expect(turns).toBeGreaterThan(5);
  const names = (answer.body as { data: { name: string }[] }).data.map(({ name }) => name);
  expect(names.filter((name) => /^Command \d{5}$/.test(name))).toHaveLength(COUNT);
  expect(names).toEqual([...names].sort());
  const { answer: later } = await ask(portal, COMMANDS, () => {
    portal.db.$client.prepare("DELETE FROM command WHERE id = 'c-01499'").run();
  });
  const left = (later.body as { data: { name: string }[] }).data.map(({ name }) => name);
  expect(left).toEqual(names.filter((name) => name !== "Command 01499"));
});

test("a list continues after a stretch whose rows were all deleted meanwhile", async () => {
  const portal = await openPortal();
  openWithCommands(portal, 600, "");
  const { body } = await portal.handler(requestOf(portal, COMMANDS));
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  const chunks = [(await reader.read()).value];
  portal.db.$client.prepare("DELETE FROM command WHERE id BETWEEN 'c-00150' AND 'c-00449'").run();
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  const { data } = JSON.parse(Buffer.concat(chunks as Uint8Array[]).toString()) as { data: { id: string }[] };
  const ids = data.map(({ id }) => id).filter((id) => id.startsWith("c-"));
  expect([ids.length, ids[149], ids[150], ids.at(-1)]).toEqual([300, "c-00149", "c-00450", "c-00599"]);
});

test("an administration list returns every row, however many there are", async () => {
  const portal = await openPortal();
  openWithCommands(portal, 10_200, "");
  const { answer } = await ask(portal, COMMANDS);
  const ids = (answer.body as { data: { id: string }[] }).data.map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith("c-"))).toHaveLength(10_200);
  expect(new Set(ids).size).toBe(ids.length);
});

test("a page of commands shows a hundred of them, and the commands above the first", async () => {
  const portal = await openPortal();
  openWithCommands(portal, 250, "");
  insertCommand(portal, { id: "below", name: "Below", abbreviation: "BELOW", parentId: "c-00099" });
  const shown = async (query: string) => {
    const { text, status } = await portal.request("systemAdmin", "GET", `/gov/admin/commands${query}`);
    expect(status).toBe(200);
    return [...text.matchAll(/href="\/gov\/admin\/commands\/([\w-]+)"/g)].map(([, id]) => id ?? "");
  };
  const [first, second, third] = [await shown(""), await shown("?page=2"), await shown("?page=3")];
  expect(first).toHaveLength(100);
  // The second page repeats the command above its first one.
  expect(second.slice(0, 2)).toEqual(["c-00099", "below"]);
  expect(new Set([...first, ...second, ...third]).size).toBe(250 + 1 + 2);
  expect(await shown("?page=4")).toEqual([]);
});

test("the forms of an administration page offer a thousand commands, plus the selected one", async () => {
  const portal = await openPortal();
  openWithCommands(portal, 1_100, "");
  portal.db.$client.prepare("UPDATE user SET command_id = 'c-01099' WHERE email = 'poc@example.test'").run();
  const id = portal.db.$client
    .prepare<[], { id: string }>("SELECT id FROM user WHERE command_id = 'c-01099'")
    .get()?.id;
  const { text } = await portal.request("systemAdmin", "GET", `/gov/admin/users?user=${id}`);
  const options = [...text.matchAll(/<option [^>]*value="(c-\d+)"/g)].map(([, value]) => value);
  expect(new Set(options)).toContain("c-01099");
  expect(new Set(options).size).toBeLessThanOrEqual(1_001);
});
