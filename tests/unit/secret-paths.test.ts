import { expect, test } from "vitest";
import { hasSecret, withoutSecrets } from "~/secrets/secret-paths";

test.each([
  "/invitations/abc-_DEF012",
  "/invitations/abc-_DEF012.data",
  "/invitations/abc-_DEF012/",
  "/invitations/abc-_DEF012/more",
  "/Invitations/abc-_DEF012",
  "//invitations//abc-_DEF012",
  "/%69nvitations/abc-_DEF012",
  "/invitations%2Fabc-_DEF012",
  "/invitations/abc-_DEF012%zz",
  "/invitations/%ff",
])("the secret of %s is left out", (path) => {
  expect(withoutSecrets(path)).toBe("/invitations/-");
  expect(hasSecret(path)).toBe(true);
});

test.each(["/password/abc-_DEF012", "/Password//abc-_DEF012.data", "/pass%77ord%2Fabc"])(
  "%s is a secret too",
  (path) => {
    expect(withoutSecrets(path)).toBe("/password/-");
    expect(hasSecret(path)).toBe(true);
  },
);

test("the path of a link for an identity is a secret too", () => {
  expect(withoutSecrets("/link-identity/abc-_DEF012")).toBe("/link-identity/-");
});

test("the path that unsubscribes is a secret too", () => {
  expect(withoutSecrets("/unsubscribe/abc-_DEF012")).toBe("/unsubscribe/-");
});

test.each([
  "/api/feeds/personal/abc-_DEF012/calendar.ics",
  "/api//feeds/personal/abc-_DEF012",
  "/API/feeds%2Fpersonal/abc-_DEF012/notifications.atom",
])("the address of a personal feed is a secret too: %s", (path) => {
  expect(withoutSecrets(path)).toBe("/api/feeds/personal/-");
  expect(hasSecret(path)).toBe(true);
});

test.each([
  "/",
  "/password",
  "/account/password",
  "/api/account/password-link/use",
  "/invitations",
  "/invitations/",
  "/portal/users",
  "/calls/0197-abc",
  "/api/portal/invitations/0197-abc",
  "/api/portal/invitations/accept",
  "/gov/%zz",
])("%s is as it was", (path) => {
  expect(withoutSecrets(path)).toBe(path);
  expect(hasSecret(path)).toBe(false);
});
