import { createHash, generateKeyPairSync, sign } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { chainMark, continuesFrom, verifyAuditChain } from "~/audit/chain.server";
import { publishSet } from "~/backup/publish.server";
import { restoreSet, verifySet } from "~/backup/restore.server";
import { LEDGER, MANIFEST, type Manifest, manifestText, readManifest, setNames } from "~/backup/set.server";
import { ownPublicKey, requireSignature, SIGNATURE, SIGNER, signSet } from "~/backup/signing.server";
import { signingKeyPath } from "~/backup/signing-key";
import { insertSubmissionWithFile } from "../support/arrange";
import { changeAuditLog } from "../support/audit-changes";
import { HOUR, openPortal } from "../support/portal";

/** A portal with a backup, and the backup's folder. */
async function openWithSet() {
  const portal = await openPortal();
  await insertSubmissionWithFile(portal);
  const tag = await portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label: "sonar" } });
  expect(tag.status).toBe(201);
  const place = portal.services.settings;
  const name = (await publishSet(place, portal.now()))?.name ?? "";
  const set = join(place.backupDir, name);
  return { portal, place, name, set, key: signingKeyPath(place) };
}

function rewrite(path: string, content: string | Buffer): void {
  rmSync(path, { force: true });
  writeFileSync(path, content);
}

/** Changes a backup's database and its manifest to match, as someone with the backup but not the key could. */
function forge(set: string, change: (client: Sqlite.Database) => void, claim: Partial<Manifest> = {}): void {
  const path = join(set, LEDGER);
  chmodSync(path, 0o600);
  const client = new Sqlite(path);
  change(client);
  client.close();
  const bytes = readFileSync(path);
  const ledger = { sizeBytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
  rewrite(join(set, MANIFEST), manifestText({ ...readManifest(set), ledger, ...claim }));
}

/** Signs a backup with a forger's key. @returns that key's fingerprint */
function signAs(set: string): string {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  rewrite(join(set, SIGNATURE), sign(null, readFileSync(join(set, MANIFEST)), privateKey));
  rewrite(join(set, SIGNER), publicKey.export({ type: "spki", format: "pem" }));
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

const rename = (client: Sqlite.Database) => client.exec("UPDATE user SET name = 'Forged'");

describe("a backup is refused if", () => {
  test("a row was changed and its manifest was rewritten", async () => {
    const { place, name, set } = await openWithSet();
    forge(set, rename);
    expect(() => verifySet(name, place)).toThrow("was changed after it was made");
  });

  test("it was signed again with another key", async () => {
    const { place, name, set } = await openWithSet();
    forge(set, rename);
    const fingerprint = signAs(set);
    expect(() => verifySet(name, place)).toThrow(`another installation's key, ${fingerprint}`);
    rmSync(join(set, SIGNER));
    expect(() => verifySet(name, place)).toThrow("another key signed it");
  });

  test("its signature was removed, until someone confirms that", async () => {
    const { place, name, set } = await openWithSet();
    rmSync(join(set, SIGNATURE));
    expect(() => verifySet(name, place)).toThrow("--accept-unsigned");
    expect(verifySet(name, place, { acceptUnsigned: true }).signedBy).toBeNull();
  });

  test("another backup's signature is next to it", async () => {
    const { portal, place, set, name } = await openWithSet();
    portal.advance(HOUR);
    const other = (await publishSet(place, portal.now()))?.name ?? "";
    rewrite(join(set, SIGNATURE), readFileSync(join(place.backupDir, other, SIGNATURE)));
    expect(() => verifySet(name, place)).toThrow("was changed after it was made");
  });

  const CHANGES: Record<string, [change: (client: Sqlite.Database) => void, said: string, claim?: Partial<Manifest>]> =
    {
      "its audit log was changed": [
        (client) => changeAuditLog(client, "UPDATE audit_event SET actor_email = 'x@y.example'"),
        "its audit log is broken at row 1 (altered)",
      ],
      "its audit log was cut off": [
        (client) => changeAuditLog(client, "DELETE FROM audit_event"),
        "does not end where the manifest says",
      ],
      "a trigger was removed": [(client) => client.exec("DROP TRIGGER audit_event_refuses_update"), "is missing"],
      "a trigger was added": [
        (client) => client.exec("CREATE TRIGGER evil AFTER INSERT ON session BEGIN DELETE FROM session; END"),
        "trigger evil is not declared",
      ],
      "a table was changed": [
        (client) => client.exec("ALTER TABLE user ADD COLUMN evil TEXT"),
        "is not the declared one",
      ],
      "it is not a ledger": [
        (client) => client.exec("DELETE FROM __drizzle_migrations"),
        "not a database of this portal",
      ],
    };
  for (const [what, [change, said]] of Object.entries(CHANGES)) {
    test(`${what}, even with confirmation`, async () => {
      const { place, name, set } = await openWithSet();
      forge(set, change);
      rmSync(join(set, SIGNATURE));
      expect(() => verifySet(name, place, { acceptUnsigned: true })).toThrow(said);
    });
  }
});

describe("the signing key", () => {
  test("is made once, readable only for its owner, next to the database and in no backup", async () => {
    const { portal, place, set, key } = await openWithSet();
    const secret = readFileSync(key, "utf8");
    expect((statSync(key).mode & 0o777).toString(8)).toBe("600");
    const body = secret.split("\n")[1] ?? "none";
    for (const file of [LEDGER, MANIFEST, SIGNATURE, SIGNER]) {
      expect(readFileSync(join(set, file)).includes(Buffer.from(body))).toBe(false);
      expect(readFileSync(join(set, file)).includes(Buffer.from(body, "base64"))).toBe(false);
    }
    portal.advance(HOUR);
    await publishSet(place, portal.now());
    expect(readFileSync(key, "utf8")).toBe(secret);
    for (const name of setNames(place.backupDir)) {
      expect(verifySet(name, place).signedBy).toBe(ownPublicKey(signingKeyPath(place))?.fingerprint);
    }
  });

  test("that was lost is reported by the first backup that another key signs", async () => {
    const { portal, place, key, name } = await openWithSet();
    rmSync(key);
    const problems = async () => (await publishSet(place, portal.now()))?.problems;
    expect(await problems()).toEqual([expect.stringContaining(`${name} was signed with another key`)]);
    expect(await problems()).toEqual([]);
    expect(() => verifySet(name, place)).toThrow("another installation's key");
    verifySet("latest", place);
  });

  test("is the same when two backups create it at the same moment", async () => {
    const { place, set, key } = await openWithSet();
    rmSync(key);
    const folders = ["one", "two"].map((folder) => join(place.backupDir, folder));
    for (const folder of folders) {
      mkdirSync(folder);
      writeFileSync(join(folder, MANIFEST), readFileSync(join(set, MANIFEST)));
    }
    await Promise.all(folders.map((folder) => signSet(folder, key)));
    const { fingerprint = "" } = ownPublicKey(key) ?? {};
    for (const folder of folders) expect(requireSignature(folder, key, {})).toBe(fingerprint);
    expect(readdirSync(dirname(key)).filter((file) => file.includes("unfinished"))).toEqual([]);
  });

  test("that cannot be read stops a backup, and is not replaced", async () => {
    const { portal, place, key, name } = await openWithSet();
    writeFileSync(key, "no key");
    portal.advance(HOUR);
    await expect(publishSet(place, portal.now())).rejects.toThrow("Cannot read the key at");
    expect(setNames(place.backupDir)).toEqual([name]);
  });
});

describe("on a machine without the key", () => {
  test("a backup can be verified with the public key", async () => {
    const { place, name, set, key } = await openWithSet();
    const { pem, fingerprint } = ownPublicKey(signingKeyPath(place)) ?? { pem: "", fingerprint: "" };
    renameSync(key, `${key}.elsewhere`);
    const publicKeyFile = `${key}.pub`;
    writeFileSync(publicKeyFile, `# fingerprint: ${fingerprint}\n${pem}`);
    expect(verifySet(name, place, { publicKeyFile }).signedBy).toBe(fingerprint);
    forge(set, rename);
    expect(() => verifySet(name, place, { publicKeyFile })).toThrow("was changed after it was made");
    signAs(set);
    expect(() => verifySet(name, place, { publicKeyFile })).toThrow("another key signed it");
  });

  test("a backup is restored only with its confirmed fingerprint", async () => {
    const { portal, place, name, key } = await openWithSet();
    const { fingerprint = "" } = ownPublicKey(signingKeyPath(place)) ?? {};
    closeDatabase(portal.db);
    rmSync(key);
    expect(() => verifySet(name, place)).toThrow(`--accept-key`);
    expect(() => verifySet(name, place)).toThrow(fingerprint);
    expect(() => verifySet(name, place, { acceptKey: "0".repeat(64) })).toThrow(
      "a key that this machine does not know",
    );
    await restoreSet(verifySet(name, place, { acceptKey: fingerprint }), place, portal.now());
    expect(existsSync(place.databasePath)).toBe(true);
  });
});

test("a restore is in the audit log, which continues the backup's chain", async () => {
  const { portal, place, name, set } = await openWithSet();
  const { lastAudit } = readManifest(set);
  const inSet = chainMark(portal.db);
  await portal.request("systemAdmin", "POST", "/api/gov/admin/tags", { json: { label: "later" } });
  const afterSet = chainMark(portal.db);
  closeDatabase(portal.db);
  await restoreSet(verifySet(name, place), place, portal.now());

  const db = openDatabase(place.databasePath);
  const { last, firstBroken } = verifyAuditChain(db);
  expect([last?.seq, firstBroken]).toEqual([(lastAudit?.seq ?? 0) + 1, null]);
  const row = db.query.auditEvent.findFirst({ where: (event, { eq }) => eq(event.seq, last?.seq ?? 0) }).sync();
  expect(row).toMatchObject({
    event: "ledger_restored",
    outcome: "SUCCESS",
    targetId: name,
    prevHash: lastAudit?.hash,
  });
  expect(JSON.parse(row?.details ?? "")).toEqual({
    before: { lastAudit: afterSet },
    after: {
      lastAudit,
      createdAt: readManifest(set).createdAt,
      manifestSha256: createHash("sha256")
        .update(readFileSync(join(set, MANIFEST)))
        .digest("hex"),
      signedBy: ownPublicKey(signingKeyPath(place))?.fingerprint,
    },
  });
  // Only copies of lists from before the backup can continue.
  expect([continuesFrom(db, inSet), continuesFrom(db, afterSet)]).toEqual([true, false]);
  closeDatabase(db);
});
