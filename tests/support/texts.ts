import fc from "fast-check";

/** Pieces that means something to some reader of text, or that Unicode folds, composes or turns in ways of its own. */
const TELLING = [
  ..." ,;:\\\"'=+-@|&<>/%#*!()-_.",
  "\t",
  "\n",
  "\r",
  "\r\n",
  "\u0000",
  "\u0007",
  "\u0085",
  "\u00a0",
  "\u2028",
  "\u200b",
  "\u202e",
  "\u2066",
  "\ufeff",
  "J\u030c",
  "\u01f0",
  "T\u0308",
  "e\u0301",
  "\u0301",
  "\u1112\u1161",
  "İ",
  "ı",
  "ß",
  "ẞ",
  "ﬁ",
  "ſ",
  "K",
  "Å",
  "Σ",
  "ς",
  "ℌ",
  "½",
  "量",
  "שלום",
  "👩‍🚀",
  "＝",
  "\ue000",
];

/** Well-formed text of plain letters and of what is known to trip readers of text up. */
export const tellingText = (maxPieces: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(..."abcXYZ019 "),
        fc.constantFrom(...TELLING),
        fc.string({ unit: "binary", maxLength: 3 }),
      ),
      {
        maxLength: maxPieces,
      },
    )
    .map((pieces) => pieces.join("").toWellFormed());
