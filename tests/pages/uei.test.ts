import { describe, expect, test } from "vitest";
import { ueiWarnings } from "~/domain/organization/uei";
import { wordsOf } from "../support/markup";
import { openPortal } from "../support/portal";
import { visitorOf } from "../support/visitor";

describe("a UEI that SAM.gov would not issue", () => {
  test.each([
    ["", 0],
    ["ABCDEF234567", 0],
    [" abcdef234567 ", 0],
    ["abcd ef23\t4567", 0],
    ["ａｂｃｄｅｆ２３４５６７", 0],
    ["abc", 1],
    ["ABCDEF2345678", 1],
    ["ABCDEFO23456", 1],
    ["0BCDEF234567", 1],
    ["0I", 3],
  ])("%j gets %i warnings", (uei, count) => {
    expect(ueiWarnings(uei)).toHaveLength(count);
  });

  test("is saved, and the profile and its form say what to check", async () => {
    const portal = await openPortal();
    const save = (uei: string) =>
      portal.request("acmeAdmin", "POST", "/portal/profile/edit", { form: { orgType: "COMPANY", uei } });
    const words = async (path: string) => wordsOf((await portal.request("acmeAdmin", "GET", path)).text);
    expect((await save("abc")).status).toBe(302);
    for (const path of ["/portal/profile", "/portal/profile/edit"]) {
      expect(await words(path), path).toContain("a UEI has 12 characters");
    }
    expect((await portal.request("acmeAdmin", "GET", "/api/portal/profile")).body).toMatchObject({
      data: { uei: "ABC" },
    });
    expect((await save("ABCDEF234567")).status).toBe(302);
    for (const path of ["/portal/profile", "/portal/profile/edit"]) {
      expect(await words(path), path).not.toContain("a UEI has 12 characters");
    }
  });

  test("gets a warning during registration, on its step and on the review", async () => {
    const portal = await openPortal();
    const visitor = visitorOf(portal);
    await visitor.post("/register", { orgName: "Cirrus Works", orgType: "COMPANY" });
    expect((await visitor.post("/register/identifiers", { uei: "abc" })).status).toBe(302);
    for (const path of ["/register/identifiers", "/register/review"]) {
      expect(wordsOf((await visitor.get(path)).text), path).toContain("a UEI has 12 characters");
    }
  });
});
