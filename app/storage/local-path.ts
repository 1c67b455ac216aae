const withSlashes = (path: string) => path.trim().replaceAll("\\", "/");

function decoded(path: string): string | null {
  try {
    return withSlashes(decodeURI(path));
  } catch {
    return null;
  }
}

/** Whether an address leads to a file on the reader's own machine: `file:///` and nothing that could name a host. */
export function isLocalFile(address: string): boolean {
  const path = decoded(address);
  return path !== null && /^file:\/\/\/[a-z][^?#]*$/i.test(path) && !path.includes("//", "file:///".length);
}

/** Whether a path names neither a host nor a scheme. A drive letter is not a scheme. */
export function isPlainPath(address: string): boolean {
  return [withSlashes(address), decoded(address) ?? ""].every((path) => !/^(\/\/|[a-z][a-z0-9+.-]+:)/i.test(path));
}
