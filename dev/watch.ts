import chokidar from "chokidar";

/** Long enough for all files of one save, and for editors that write a file in two steps. */
const GATHER_MILLISECONDS = 40;

/**
 * Calls back with the files that changed, relative to the project's root.
 * @returns what ends it
 */
export function watchFiles(places: readonly string[], onChange: (files: readonly string[]) => void) {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const watcher = chokidar.watch([...places], {
    ignoreInitial: true,
    ignored: /(^|\/)generated\/|\.sqlite|^db\/(demo|backup)\//,
  });
  watcher.on("all", (_event, file) => {
    changed.add(file.replaceAll("\\", "/"));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const files = [...changed];
      changed.clear();
      onChange(files);
    }, GATHER_MILLISECONDS);
  });
  return () => watcher.close();
}
