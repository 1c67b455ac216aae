import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Claim, claimName, claimsIn, hasWon, isInForce, newClaim, newestTerm } from "~/replica/claims";
import { createLag, readProgress } from "~/replica/lag";
import { after, left } from "~/replica/time-limit";

describe("a claim", () => {
  test("is found among the names of a folder, and nothing else is", () => {
    const [first, second] = [newClaim(1), newClaim(2)];
    const names = [claimName(second), "000003-short", "notes.txt", `${claimName(first)}.partial`, claimName(first)];
    expect(claimsIn(names)).toEqual([first, second]);
    expect(newestTerm(claimsIn(names))).toBe(2);
    expect(newestTerm([])).toBe(0);
  });

  test("is in force while it is there and no term is newer", () => {
    const own = newClaim(2);
    expect(isInForce(own, [newClaim(1), own])).toBe(true);
    expect(isInForce(own, [own, newClaim(3)])).toBe(false);
    expect(isInForce(own, [newClaim(2)])).toBe(false);
    expect(isInForce(own, [])).toBe(false);
  });

  test("of a term is won by at most one machine, in whatever order their steps happen", () => {
    const machines = fc.integer({ min: 2, max: 4 });
    const steps = fc.array(fc.nat(3), { minLength: 0, maxLength: 40 });
    let winners = 0;
    fc.assert(
      fc.property(machines, steps, (count, order) => {
        const store: Claim[] = [newClaim(1)];
        const won: Claim[] = [];
        const running = Array.from({ length: count }, () => promotion(store, won));
        for (const index of [...order, ...running.flatMap((_machine, own) => Array(5).fill(own))]) {
          running[index % count]?.next();
        }
        winners += won.length;
        const terms = won.map(({ term }) => term);
        expect(new Set(terms).size).toBe(terms.length);
        expect(won.filter((claim) => isInForce(claim, claimsIn(store.map(claimName)))).length).toBeLessThanOrEqual(1);
      }),
    );
    expect(winners).toBeGreaterThan(50);
  });
});

/** What `promote` does with the claims of a store, step by step. */
function* promotion(store: Claim[], won: Claim[]): Generator<void> {
  const own = newClaim(newestTerm(claimsIn(store.map(claimName))) + 1);
  yield;
  store.push(own);
  yield;
  const found = claimsIn(store.map(claimName));
  yield;
  if (hasWon(own, found)) won.push(own);
  else store.splice(store.indexOf(own), 1);
}

test("the clock that says less decides how long something lasts", () => {
  const start = { monotonic: 1_000, wall: 50_000 };
  const until = after(start, 100);
  expect(left(until, start)).toBe(100);
  expect(left(until, { monotonic: 1_010, wall: 50_090 })).toBe(10);
  expect(left(until, { monotonic: 1_090, wall: 40_000 })).toBe(10);
  expect(left(until, { monotonic: 1_001, wall: 60_000 })).toBeLessThan(0);
});

describe("how far a copy is behind", () => {
  let reads = 0;
  const progress = (read: number, stored: number, hasRead = true) => ({
    read: { index: 0, offset: read },
    stored: { index: 0, offset: stored },
    reads: hasRead ? ++reads : reads,
  });

  test("is unknown at first, and then the age of what the store has", () => {
    const lag = createLag();
    expect(lag.behindSeconds(0)).toBeNull();
    lag.note(progress(10, 0), 1_000);
    expect(lag.behindSeconds(1_000)).toBeNull();
    lag.note(progress(20, 10), 2_000);
    expect(lag.behindSeconds(3_000)).toBe(2);
    lag.note(progress(20, 20), 4_000);
    expect(lag.behindSeconds(4_000)).toBe(0);
    expect(lag.behindSeconds(9_000)).toBe(5);
  });

  test("grows while the log cannot be read, although the store has all that was", () => {
    const lag = createLag();
    lag.note(progress(10, 10), 1_000);
    lag.note(progress(10, 10, false), 5_000);
    expect(lag.behindSeconds(5_000)).toBe(4);
  });

  test("counts a new log of the database as newer than the former one", () => {
    const lag = createLag();
    lag.note({ read: { index: 1, offset: 5 }, stored: { index: 0, offset: 900 }, reads: 1 }, 1_000);
    expect(lag.behindSeconds(1_000)).toBeNull();
    lag.note({ read: { index: 1, offset: 5 }, stored: { index: 1, offset: 5 }, reads: 2 }, 2_000);
    expect(lag.behindSeconds(2_000)).toBe(0);
  });

  test("starts again with a new copy, whose positions begin at zero", () => {
    const lag = createLag();
    lag.note({ read: { index: 9, offset: 5 }, stored: { index: 8, offset: 5 }, reads: -1 }, 1_000);
    lag.note(progress(10, 10), 2_000);
    expect(lag.behindSeconds(2_500)).toBe(0.5);
  });

  test("goes on after another start, which has copied nothing yet", () => {
    const lag = createLag();
    lag.note(progress(10, 10), 1_000);
    expect(lag.hasCopied()).toBe(true);
    lag.restart();
    expect(lag.hasCopied()).toBe(false);
    lag.note(progress(20, 5), 2_000);
    expect(lag.hasCopied()).toBe(false);
    expect(lag.behindSeconds(3_000)).toBe(2);
    lag.note(progress(20, 20), 4_000);
    expect(lag.hasCopied()).toBe(true);
    expect(lag.behindSeconds(4_000)).toBe(0);
  });

  test("is read from Litestream's metrics", () => {
    const text = [
      "# TYPE litestream_shadow_wal_index gauge",
      'litestream_replica_wal_index{db="/data/a.sqlite",name="s3"} 3',
      'litestream_replica_wal_offset{db="/data/a.sqlite",name="s3"} 1.048576e+06',
      'litestream_sync_count{db="/data/a.sqlite"} 9',
      'litestream_sync_error_count{db="/data/a.sqlite"} 2',
    ].join("\n");
    const read = { index: 3, offset: 2_000_000 };
    expect(readProgress(text, read)).toEqual({ read, stored: { index: 3, offset: 1_048_576 }, reads: 7 });
    expect(readProgress("litestream_db_size 4", read)).toBeNull();
  });
});
