import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { networkFileSystem } from "~/programs/network-file-system";

test("file systems that other machines share are recognized, and local ones are not", () => {
  const [ext4, xfs, btrfs, tmpfs, overlay] = [0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630];
  expect([ext4, xfs, btrfs, tmpfs, overlay].map(networkFileSystem)).toEqual([null, null, null, null, null]);
  expect([0x6969, 0xff534d42, 0xfe534d42, 0x65735546].map(networkFileSystem)).toEqual(["NFS", "CIFS", "SMB2", "FUSE"]);
  expect(networkFileSystem(statfsSync(tmpdir()).type)).toBeNull();
});
