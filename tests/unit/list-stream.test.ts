import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { ListInPieces, listInPieces, PIECE_ROWS, type Piece } from "~/lists/list-in-pieces";
import { keepResponses } from "~/web/api/kept-responses.server";
import { listBody } from "~/web/api/list-stream.server";

interface Row {
  id: number;
}

/** A list of what `rows` contains when each chunk is read. */
const listOf = (rows: Row[]) =>
  listInPieces(
    (last: Row | null) => rows.filter(({ id }) => last === null || id > last.id).slice(0, PIECE_ROWS),
    (row) => row,
  );

const rowsTo = (count: number): Row[] => Array.from({ length: count }, (_unused, id) => ({ id }));

/** Reads a list through its cache, one chunk at a time. */
async function readerOf(rows: Row[], keep?: ReturnType<typeof keepResponses>) {
  const failures: unknown[] = [];
  const body = await listBody(listOf(rows), {
    isEnveloped: false,
    keep: keep && ((name, write) => keep(`list ${name}`, write)),
    failed: (error) => failures.push(error),
  });
  if (!(body instanceof ReadableStream)) throw new Error("The list is one piece.");
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  const more = async () => {
    const { done, value } = await reader.read();
    if (value) chunks.push(value);
    return !done;
  };
  const ids = async () => {
    while (await more());
    return (JSON.parse(Buffer.concat(chunks).toString()) as Row[]).map(({ id }) => id);
  };
  return { reader, more, ids, failures };
}

describe("a list with cached chunks", () => {
  test("has each row once for readers at different places, when rows and chunks disappear meanwhile", async () => {
    const keep = keepResponses({ bytes: 1_000_000, count: 1 });
    const rows = rowsTo(5 * PIECE_ROWS);
    const slow = await readerOf(rows, keep);
    const slower = await readerOf(rows, keep);
    const remove = (id: number) =>
      rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      );
    for (let pieces = 0; pieces < 2; pieces += 1) await slow.more();
    remove(PIECE_ROWS + 50);
    await keep("something else", async () => ({ pieces: [] }));
    for (let pieces = 0; pieces < 2; pieces += 1) await slower.more();
    await slow.more();
    for (const reader of [slower, slow]) {
      const ids = await reader.ids();
      expect(ids).toEqual([...new Set(ids)]);
      expect(ids).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
    }
  });
});

test("readers of a cached list share its bytes, so that slow readers need no copies", async () => {
  const keep = keepResponses();
  const rows = rowsTo(3 * PIECE_ROWS);
  const [one, other] = [await readerOf(rows, keep), await readerOf(rows, keep)];
  for (let piece = 0; piece < 3; piece += 1) {
    const [its, others] = [await one.reader.read(), await other.reader.read()];
    expect(its.value?.byteLength).toBeGreaterThan(PIECE_ROWS);
    expect(its.value === others.value).toBe(true);
  }
});

test("a chunk whose rows are all gone does not end the list", async () => {
  const pieces = [rowsTo(3), [], [], [{ id: 7 }], []];
  const pieceAt = (at: number): Piece<Row> => ({
    items: pieces[at] ?? [],
    next: at + 1 < pieces.length ? () => pieceAt(at + 1) : null,
  });
  const list = new ListInPieces(() => pieceAt(0));
  const body = await listBody(list, { isEnveloped: true, failed: () => {} });
  expect(await new Response(body as BodyInit).json()).toEqual({ data: pieces.flat() });
});

test.each([0, 1, PIECE_ROWS, PIECE_ROWS + 1, 2 * PIECE_ROWS])(
  "a list of %i rows is the same JSON as if written whole",
  async (count) => {
    const rows = rowsTo(count);
    for (const isEnveloped of [true, false]) {
      const body = await listBody(listOf(rows), { isEnveloped, failed: () => {} });
      expect(await new Response(body as BodyInit).json()).toEqual(isEnveloped ? { data: rows } : rows);
    }
  },
);

describe("a reader who leaves while a chunk is read", () => {
  test("causes no failure", async () => {
    const { reader, more, failures } = await readerOf(rowsTo(3 * PIECE_ROWS));
    await more();
    const reading = reader.read();
    await reader.cancel();
    await reading;
    await nextTurn();
    expect(failures).toEqual([]);
  });
});
