/* A program that copies a list and keeps its copy up to date, as an integrator would write it. */

export interface CopiedItem {
  id: string;
}

/** What a list answers to `updatedSince`. */
export interface ChangesAnswer {
  items: CopiedItem[];
  removed: string[];
  next: string;
  total: number;
  page: number;
  pageSize: number;
}

/** Everything that was ever written. */
export const FROM_THE_BEGINNING = "1970-01-01T00:00:00Z";

export class Copy {
  readonly records = new Map<string, CopiedItem>();
  /** What came although the copy had it so already. */
  readonly repeated: string[] = [];
  /** The ids that were taken away again, with nothing between: where a filter is set, each of their changes does so. */
  readonly removedAgain: string[] = [];
  next: string;
  readonly #read: (updatedSince: string) => Promise<ChangesAnswer>;
  readonly #gone = new Set<string>();

  /** @param read asks the list; `updatedSince` is to be encoded as a query's values are */
  constructor(read: (updatedSince: string) => Promise<ChangesAnswer>, from = FROM_THE_BEGINNING) {
    this.#read = read;
    this.next = from;
  }

  /** Asks once. @returns the answer, taken over. */
  async ask(): Promise<ChangesAnswer> {
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

  /** Asks until there is nothing more. @returns all answers but the last. */
  async follow(): Promise<ChangesAnswer[]> {
    const answers: ChangesAnswer[] = [];
    for (;;) {
      const answer = await this.ask();
      if (answer.items.length + answer.removed.length === 0) return answers;
      answers.push(answer);
    }
  }

  /** What it holds now, by id. */
  contents(): CopiedItem[] {
    return byId([...this.records.values()]);
  }
}

/** Records in an order of no list. */
export const byId = <Item extends CopiedItem>(items: readonly Item[]): Item[] =>
  items.toSorted((one, other) => (one.id < other.id ? -1 : 1));
