import { chanceOf } from "~/demo/stage/stage";

/** The content of a generated file, for any format. */
export interface Document {
  title: string;
  author: string;
  date: Date;
  sections: Section[];
}

export interface Section {
  heading: string;
  paragraphs: string[];
}

const APPROACH: readonly string[] = [
  "The work began with the interface and not with the algorithm. Every message that crosses it is written down, versioned and covered by a test that a third party can run without us.",
  "We kept to parts that can be bought in quantity today. Where a part has one maker only, the design allows a substitute, and the substitute was tested.",
  "The approach was chosen after two others had failed. Both are described in the appendix, with the data that made us give them up, since a reader may be about to try them.",
  "All processing takes place at the sensor. What leaves it is a list of tracks or measurements of a few kilobits per second, so that a narrow or broken link costs delay and not data.",
  "The method needs a week on site before it reaches the figures given here. On the first day it is no better than what is in use, and it says so on its display.",
];

const RESULTS: readonly string[] = [
  "Measurements were taken by people who did not build the system, under a plan that was written beforehand. Of 212 runs, 9 were discarded, and the reasons are listed.",
  "Figures are medians with the tenth and the ninetieth percentile. Single best values are not reported, since nobody would meet them in service.",
  "Performance falls in rain above 12 mm per hour and in salt spray. The drop is gradual and the system reports it, but a user should plan for a third less range on such days.",
  "The independent test report is available to government readers on request. Its summary agrees with ours, except in the estimate of maintenance hours, which is higher than our own and probably right.",
];

const MATURITY: readonly string[] = [
  "We judge the maturity at technology readiness level 6 as a system and 7 for its components. The step to 8 needs an environment that we cannot provide ourselves.",
  "Three units exist, and two more are being assembled. Delivery of a unit for government test takes fourteen weeks from an order.",
  "Production of twenty units per month is possible in the present building. Beyond that, the limit is the inspection equipment, which has a lead time of nine months.",
];

const RIGHTS: readonly string[] = [
  "The background intellectual property is ours and was developed at private expense. We offer government purpose rights in the interfaces and in the test data without charge.",
  "Nothing in this document is proprietary. It may be passed on inside the government without asking us.",
  "Two patents are pending. Neither covers the interfaces.",
];

interface About {
  title: string;
  summary: string;
  author: string;
  date: Date;
}

/**
 * Writes a document around a submission's title and summary. The same title always gets the same text.
 * @param paper what stands between the summary and the last section. By default, a few general paragraphs
 */
export function writeDocument(about: About, paper: readonly Section[] = generalSections(about.title)): Document {
  return {
    title: about.title,
    author: about.author,
    date: about.date,
    sections: [
      { heading: "Summary", paragraphs: about.summary.split("\n\n") },
      ...paper,
      {
        heading: "Distribution",
        paragraphs: ["Prepared for a demonstration of the portal. Names, figures and results are invented."],
      },
    ],
  };
}

function generalSections(title: string): Section[] {
  const chance = chanceOf(title);
  const two = (bank: readonly string[]) => {
    const first = chance.below(bank.length);
    const second = (first + 1 + chance.below(bank.length - 1)) % bank.length;
    return [first, second].flatMap((index) => bank[index] ?? []);
  };
  return [
    { heading: "Approach", paragraphs: two(APPROACH) },
    { heading: "Results so far", paragraphs: two(RESULTS) },
    { heading: "Maturity and delivery", paragraphs: two(MATURITY) },
    { heading: "Intellectual property", paragraphs: [chance.pick(RIGHTS)] },
  ];
}
