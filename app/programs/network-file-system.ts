/** File systems shared over a network, by their number in Linux (statfs(2), `f_type`). */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x01021997, "9P"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
  [0x0bd00bd0, "Lustre"],
  [0x01161970, "GFS2"],
]);
/** A file system run by a user program. It may be local or remote, and its locks may not work. */
const FUSE = 0x65735546;

/**
 * Names a file system on which SQLite's locks may not work.
 * @param type the type from `statfs`
 * @returns its name, or null if the locks work
 */
export const networkFileSystem = (type: number): string | null =>
  type === FUSE ? "FUSE" : (NETWORK_FILE_SYSTEMS.get(type) ?? null);
