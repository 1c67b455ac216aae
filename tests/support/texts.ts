import fc from "fast-check";

/** Characters with a special meaning in some format, or with unusual Unicode case folding, composition or direction. */
const TRICKY = [
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

/** Well-formed text of plain letters and characters that often cause errors. */
export const trickyText = (maxPieces: number): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(..."abcXYZ019 "),
        fc.constantFrom(...TRICKY),
        fc.string({ unit: "binary", maxLength: 3 }),
      ),
      {
        maxLength: maxPieces,
      },
    )
    .map((pieces) => pieces.join("").toWellFormed());
