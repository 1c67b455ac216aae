/* A program that copies a list and keeps its copy up to date, as an integrator would write it. */

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
  /** Records sent again although the copy already had them unchanged. */
  readonly repeated: string[] = [];
  /** The ids that were taken away again, with nothing between: where a filter is set, each of their changes does so. */
  readonly removedAgain: string[] = [];
  next: string;
  readonly #read: (updatedSince: string) => Promise<ChangesResponse>;
  readonly #gone = new Set<string>();

  /** @param read asks the list. It must encode `updatedSince` for the query. */
  constructor(read: (updatedSince: string) => Promise<ChangesResponse>, from = FROM_THE_BEGINNING) {
    this.#read = read;
    this.next = from;
  }

  /** Asks once and applies the response. */
  async ask(): Promise<ChangesResponse> {
    const answer = await this.#read(this.next);
    for (const item of answer.items) {
      if (JSON.stringify(this.records.get(item.id)) === JSON.stringify(item)) this.repeated.push(JSON.stringify(item));
      this.records.set(item.id, item);
      this.#gone.delete(item.id);
    }
    for (const id of answer.removed) {
      if (this.#gone.has(id)) this.removedAgain.push(id);
      this.records.delete(id);
      this.#gone.add(id);
    }
    this.next = answer.next;
    return answer;
  }

  /** Asks until there is nothing more. @returns all responses except the last */
  async follow(): Promise<ChangesResponse[]> {
    const answers: ChangesResponse[] = [];
    for (;;) {
      const answer = await this.ask();
      if (answer.items.length + answer.removed.length === 0) return answers;
      answers.push(answer);
    }
  }

  /** The copy's records, in order of id. */
  contents(): CopiedItem[] {
    return byId([...this.records.values()]);
  }
}

/** Sorts records by id, which no list does. */
export const byId = <Item extends CopiedItem>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
