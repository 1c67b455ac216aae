import { describe, expect, test } from "vitest";
import { seededRandom } from "~/demo/stage/random";
import { fold, similarityFrom, similarityTo } from "~/search/similarity";

/* The results of SELECT word_similarity(query, text) in PostgreSQL 15 on folded text (pg_trgm, a database in C.UTF-8). */
describe("similarity is PostgreSQL's word_similarity", () => {
  const answers: [query: string, text: string, similarity: number][] = [
    ["word", "two words", 0.8],
    ["word", "words", 0.8],
    ["robot", "robotics", 0.8333333],
    ["autonmous", "autonomous ground vehicle", 0.61538464],
    ["autonmous vehcle", "a study of autonomous ground vehicles", 0.4074074],
    ["autonmous vehcle", "autonomous vehicle", 0.5652174],
    ["vehicle autonomous", "autonomous vehicle", 1],
    ["resutts", "results", 0.5],
    ["resutts", "products results", 0.625],
    ["resutts", "tests and their results", 0.5],
    ["radar", "sonar", 0.16666667],
    ["ra", "radar", 0.6666667],
    ["r", "radar", 0.5],
    ["x", "radar", 0],
    ["sytem", "item system", 0.6666667],
    ["at&t", "AT&T partner", 1],
    ["5g 6g", "open 5G/6G radio", 1],
    ["quiet rotors", "quiet rotors", 1],
    ["quiet rotors", "rotors that are quiet, and rotors that are loud", 0.7647059],
    ["aaaa", "aaaaaaaa", 1],
    ["aa", "aaa aa a", 1],
    ["the the the", "the", 1],
    ["banana", "ananas and bananas", 0.8333333],
    ["дрон", "дроны и роботы", 0.8],
    ["дорн", "дроны и роботы", 0.2],
    ["cafe", "café au lait", 1],
    ["naive", "a naïve approach", 1],
    ["hypersonic glide", "hyper sonic glider", 0.7],
    ["counter-uas", "counter uas", 1],
    ["cuas", "c-uas", 0.4],
    ["directed energy", "energy, directed", 1],
    ["signal prcessing", "signals processed by a processing signal", 0.7647059],
    ["quantum", "quantum quantum quantum", 1],
    ["communcations", "secure communication and communications", 0.7058824],
    ["kestrel", "nothing alike here", 0],
    ["", "anything", 0],
    ["anything", "", 0],
    ["...", "anything", 0],
  ];
  test.each(answers)("%j in %j", (query, text, similarity) => {
    expect(similarityTo(query)(fold(text))).toBeCloseTo(similarity, 6);
  });

  test("keeps no state between texts", () => {
    const similarityOf = similarityTo("autonmous vehcle");
    const texts = answers.map(([, text]) => fold(text));
    const alone = texts.map((text) => similarityTo("autonmous vehcle")(text));
    expect(texts.map(similarityOf)).toEqual(alone);
    expect([...texts].reverse().map(similarityOf).reverse()).toEqual(alone);
  });

  test.each([
    ["autonmous", [], "autonomous"],
    ["aab", ["ab"], "aa"],
    ["quiet rotr", ["quiet"], "rotor"],
  ])("%j is as similar to a text that repeats itself", (query, beginning, word) => {
    const similarityOf = similarityTo(query);
    const saying = (times: number) => [...beginning, ...Array(times).fill(word)].join(" ");
    expect(similarityOf(saying(3_000))).toBe(similarityOf(saying(3)));
  });

  test("is the same in a text of any length", () => {
    const similarityOf = similarityTo("resutts");
    for (const length of [1, 100, 5_000]) {
      expect(similarityOf(`${"one other thing ".repeat(length)}products results`)).toBeCloseTo(0.625, 6);
    }
  });
});

test("with a lower bound it is the same, or 0 if it is below that bound", () => {
  const random = seededRandom(11);
  const syllables = ["ra", "dar", "son", "ar", "sen", "sor", "data", "tion", "ing", "e"];
  const word = () => Array.from({ length: 1 + random.below(4) }, () => random.pick(syllables)).join("");
  const textOf = (words: number) => Array.from({ length: words }, word).join(" ");
  let skipped = 0;
  for (let round = 0; round < 3_000; round += 1) {
    const query = textOf(1 + random.below(3));
    const text = textOf(random.below(40));
    const exact = similarityTo(query)(text);
    const least = random.below(100) / 100;
    const bounded = similarityFrom(query)(text, least);
    if (bounded !== exact) {
      skipped += 1;
      expect(bounded).toBe(0);
      expect(exact).toBeLessThan(least);
    }
    expect(similarityFrom(query)(text, exact)).toBe(exact);
  }
  expect(skipped).toBeGreaterThan(300);
});
