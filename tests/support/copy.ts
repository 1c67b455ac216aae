/* Copies a list and keeps the copy up to date, as an integrator's program would. */

export interface CopiedItem {
  id: string;
}

/** A list's response to `updatedSince`. */
export interface ChangesResponse {
  items: CopiedItem[];
  removed: string[];
  next: string;
  total: number;
  page: number;
  pageSize: number;
}

/** Asks for every change since the beginning. */
export const FROM_THE_BEGINNING = "1970-01-01T00:00:00Z";

export class Copy {
  readonly records = new Map<string, CopiedItem>();
  /** Records that the list sent again unchanged. */
  readonly repeated: string[] = [];
  /** Ids that the list removed twice in a row. With a filter, every change to a record outside it does this. */
  readonly removedAgain: string[] = [];
  next: string;
  readonly #read: (updatedSince: string) => Promise<ChangesResponse>;
  readonly #removed = new Set<string>();

  /** @param read asks the list. It must encode `updatedSince` for the query. */
  constructor(read: (updatedSince: string) => Promise<ChangesResponse>, from = FROM_THE_BEGINNING) {
    this.#read = read;
    this.next = from;
  }

  /** Asks once and applies the response. */
  async ask(): Promise<ChangesResponse> {
    const response = await this.#read(this.next);
    for (const item of response.items) {
      if (JSON.stringify(this.records.get(item.id)) === JSON.stringify(item)) this.repeated.push(JSON.stringify(item));
      this.records.set(item.id, item);
      this.#removed.delete(item.id);
    }
    for (const id of response.removed) {
      if (this.#removed.has(id)) this.removedAgain.push(id);
      this.records.delete(id);
      this.#removed.add(id);
    }
    this.next = response.next;
    return response;
  }

  /** Asks until a response is empty. @returns all responses except the last */
  async follow(): Promise<ChangesResponse[]> {
    const responses: ChangesResponse[] = [];
    for (;;) {
      const response = await this.ask();
      if (response.items.length + response.removed.length === 0) return responses;
      responses.push(response);
    }
  }

  /** The copy's records, in order of id. */
  contents(): CopiedItem[] {
    return byId([...this.records.values()]);
  }
}

/** Sorts records by id. No list does this. */
export const byId = <Item extends CopiedItem>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
