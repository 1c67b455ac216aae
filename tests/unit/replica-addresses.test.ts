import { describe, expect, test } from "vitest";
import { litestreamReplica, rclonePath } from "~/replica/programs.server";
import { type ReplicaSettings, readSettings } from "~/settings.server";

/* What the two programs get to find the store. That they find it is tested with a folder (replica-store.test.ts). */

function replicaOf(settings: Record<string, string>): ReplicaSettings {
  const { replica } = readSettings({ NODE_ENV: "test", ...settings });
  if (!replica) throw new Error("There is no replica.");
  return replica;
}

const AMAZON = { REPLICA_URL: "s3://agency-portal/a/portal/", REPLICA_REGION: "us-gov-west-1" };
const OWN = { REPLICA_URL: "s3://agency-portal", REPLICA_ENDPOINT: "https://s3.example.gov:9000" };

test.each([
  [{ REPLICA_URL: "file:///mnt/other/portal" }, "/mnt/other/portal/claims"],
  [{ REPLICA_URL: "file:///mnt/a%20b/" }, "/mnt/a b/claims"],
  [AMAZON, ":s3,env_auth=true,no_check_bucket=true,region=us-gov-west-1,provider=AWS:agency-portal/a/portal/claims"],
  [
    OWN,
    ":s3,env_auth=true,no_check_bucket=true,region=us-east-1,provider=Other,endpoint='https://s3.example.gov:9000':agency-portal/claims",
  ],
])("rclone finds %o", (settings, path) => {
  expect(rclonePath(replicaOf(settings), "claims")).toBe(path);
});

test.each([
  [{ REPLICA_URL: "file:///mnt/other/portal" }, { type: "file", path: "/mnt/other/portal/000001/ledger" }],
  [AMAZON, { type: "s3", bucket: "agency-portal", path: "a/portal/000001/ledger", region: "us-gov-west-1" }],
  [
    OWN,
    {
      type: "s3",
      bucket: "agency-portal",
      path: "000001/ledger",
      endpoint: "https://s3.example.gov:9000",
      "force-path-style": true,
    },
  ],
])("Litestream finds %o", (settings, place) => {
  expect(litestreamReplica(replicaOf(settings), "000001/ledger")).toMatchObject(place);
});

describe("an address is refused", () => {
  test.each([
    { REPLICA_URL: "https://s3.example.gov/bucket" },
    { REPLICA_URL: "file://mnt/portal" },
    { REPLICA_URL: "s3://key:secret@bucket/portal" },
    { REPLICA_URL: "s3://bucket/a?endpoint=http://elsewhere" },
    { REPLICA_URL: "s3://b/portal" },
    { REPLICA_URL: "s3://bucket/a,endpoint=elsewhere" },
    { REPLICA_URL: "s3://bucket/a b" },
    { ...OWN, REPLICA_ENDPOINT: "https://s3.example.gov/'" },
    { ...OWN, REPLICA_ENDPOINT: "http://s3.example.gov" },
    { ...OWN, REPLICA_ENDPOINT: "https://key:secret@s3.example.gov" },
    { ...AMAZON, REPLICA_REGION: "us,env_auth=false" },
    { ...AMAZON, REPLICA_ACCESS_KEY_ID: "AKIA" },
  ])("%o", (settings) => {
    expect(() => readSettings({ NODE_ENV: "test", ...settings })).toThrow(/REPLICA_/);
  });
});

test("no text of the settings has the secret", () => {
  const secrets = { REPLICA_ACCESS_KEY_ID: "a-key-id", REPLICA_SECRET_ACCESS_KEY: "a-secret-key" };
  const replica = replicaOf({ ...AMAZON, ...secrets });
  const shown = JSON.stringify([replica, litestreamReplica(replica, "x"), rclonePath(replica, "x")]);
  expect(shown).not.toMatch(/a-key-id|a-secret-key/);
  expect(replica.credentials()).toEqual({ keyId: "a-key-id", secret: "a-secret-key" });
});
