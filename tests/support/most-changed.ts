import { vi } from "vitest";
import type { Portal } from "./portal";

/** Watches a portal's transactions. @returns a function that returns the most rows that one of them changed */
export function mostRowsChanged({ db }: Portal) {
  let most = 0;
  const { $client } = db;
  const transaction = $client.transaction.bind($client);
  const changes = $client.prepare<[], number>("SELECT total_changes()").pluck();
  vi.spyOn($client, "transaction").mockImplementation(((body: () => unknown) =>
    transaction(() => {
      const before = changes.get() ?? 0;
      const result = body();
      most = Math.max(most, (changes.get() ?? 0) - before);
      return result;
    })) as never);
  return () => most;
}
