import { expect, test } from "vitest";
import { insertCall } from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

const AGENCY = { ANSWER_WITHIN_DAYS: "20" };
const HEARS = /You will hear from us within (\d+ working days?)/;

async function pageOf(portal: Portal, as: PersonKey | null, address: string): Promise<string> {
  const { status, text } = await portal.request(as, "GET", address);
  expect(status, address).toBe(200);
  return wordsOf(text);
}

test("a call's public page promises an answer: its own number, or the agency's", async () => {
  const portal = await openPortal(AGENCY);
  insertCall(portal, { id: "agencys" });
  insertCall(portal, { id: "own", answerWithinDays: 1 });
  insertCall(portal, { id: "none", answerWithinDays: 0 });
  insertCall(portal, { id: "closed", status: "CLOSED" });
  const promised = async (id: string) => (await pageOf(portal, null, `/calls/${id}`)).match(HEARS)?.[1];
  expect(await promised("agencys")).toBe("20 working days");
  expect(await promised("own")).toBe("1 working day");
  expect(await promised("none")).toBeUndefined();
  expect(await promised("closed")).toBeUndefined();
});

test("without the setting, only a call with its own number promises an answer", async () => {
  const portal = await openPortal();
  insertCall(portal, { id: "agencys" });
  insertCall(portal, { id: "own", answerWithinDays: 30 });
  const promised = async (id: string) => (await pageOf(portal, null, `/calls/${id}`)).match(HEARS)?.[1];
  expect(await promised("agencys")).toBeUndefined();
  expect(await promised("own")).toBe("30 working days");
});

test("government sees what a call promises, and where the number is from", async () => {
  const portal = await openPortal(AGENCY);
  insertCall(portal, { id: "agencys" });
  insertCall(portal, { id: "own", answerWithinDays: 30 });
  insertCall(portal, { id: "none", answerWithinDays: 0 });
  const shown = (id: string) => pageOf(portal, "poc", `/gov/calls/${id}`);
  expect(await shown("agencys")).toMatch(/Promise of an answer Within 20 working days \(the agency\S+ setting\)/);
  expect(await shown("own")).toMatch(/Promise of an answer Within 30 working days(?! \()/);
  expect(await shown("none")).toContain("Promise of an answer None");
});
