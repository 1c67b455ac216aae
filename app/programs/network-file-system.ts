/** The file systems that other machines share, by the number that Linux gives each (statfs(2), `f_type`). */
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
/** What a program mounts: it may be local or not, and its locks may work or not. */
const FUSE = 0x65735546;

/**
 * Names the file system where SQLite's locks may not work.
 * @param type as `statfs` gives it
 * @returns its name; null for a local one
 */
export const networkFileSystem = (type: number): string | null =>
  type === FUSE ? "FUSE" : (NETWORK_FILE_SYSTEMS.get(type) ?? null);
