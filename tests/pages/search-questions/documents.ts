import { company, engagement, government, submission, visitor, written } from "./question";

const FLIGHTS = submission("Search with Loss");
const COLD = submission("Charging at Minus Forty");
const HEAT = submission("Field Data Collected");

/** Sentences that several files have. */
const COMMON = government("document", [
  ["a week on site before it reaches the figures", written("The method needs a week on site")],
  ["performance falls in rain above 12 mm per hour", written("Performance falls in rain above 12 mm")],
  ["inspection equipment, lead time of nine months", written("has a lead time of nine months")],
  ["of 212 runs, 9 were discarded", written("Of 212 runs, 9 were discarded"), engagement("Winter counter-UAS trial")],
  ["technology readiness level 6 as a system", written("technology readiness level 6 as a system")],
  ["all processing takes place at the sensor", written("All processing takes place at the sensor")],
  ["two patents are pending", written("Two patents are pending")],
  ["government purpose rights", written("We offer government purpose rights")],
  ["fourteen weeks from an order", written("takes fourteen weeks from an order")],
  ["tenth and ninetieth percentile", written("the tenth and the ninetieth percentile")],
]);

/** Sentences from the first to the last page of one long file: copied, shortened, or as someone remembers them. */
const LONG = government("document", [
  ["The bracket cracked twice, both times at the same corner", FLIGHTS],
  ["a fifth of their rated power on purpose", FLIGHTS],
  ["sealed envelope stayed in her truck", FLIGHTS],
  ["1,050 cells of two hundred meters", FLIGHTS],
  ["six took over the gravel pit because two is silent", FLIGHTS],
  ["forbade an area because of the farm dogs", FLIGHTS],
  ["crop duster entered the area", FLIGHTS],
  ["an operator at the end of a shift of ten hours", FLIGHTS],
  ["the waltz", FLIGHTS],
  ["kitchen cutting board under the nose", FLIGHTS],
  ["the planner is 6,100 lines long", FLIGHTS],
  ['"flat to within the camera\'s depth of view"', FLIGHTS],
  ["hard carbon made from coconut shell", COLD],
  ["shorting bar with a red handle", COLD],
  ["climatic chamber of the university at Pueblo", COLD],
  ["diesel engine of 12.8 liters eleven seconds of cranking", COLD],
  ["a nail of three millimeters was driven through", COLD],
  ["tray of burning heptane", COLD],
  ["mixture number thirty-four twice the second ether", COLD],
  ["the county's truck clears snow", COLD],
  ["coconut", COLD],
  ["compressor of the chamber failed for nine days", COLD],
  ["firefighters in training wore patches", HEAT],
  ["patch had come loose under a shoulder strap", HEAT],
  ["telemetry pill swallowed the evening before", HEAT],
  ["214,000 minutes", HEAT],
  ["beta blockers", HEAT],
]);

/** Only the organization that wrote a file, and the government, find its sentences. */
const OTHERS = [
  ...company("rebecca.lindqvist@halcyon-autonomy.example", "own submission", [
    ["kitchen cutting board", FLIGHTS],
    ["operators used the override thirty-seven times", FLIGHTS],
    ["an auction every four seconds", FLIGHTS],
    ["thermal camera shutter after six hundred hours", FLIGHTS],
  ]),
  ...company("noor.haddad@solstice-storage.example", "own submission", [
    ["the truck on the pass", COLD],
    ["shot with a rifle twice", COLD],
  ]),
  ...company("rebecca.lindqvist@halcyon-autonomy.example", "no answer", [
    ["coconut shell"],
    ["tray of burning heptane"],
  ]),
  ...visitor("no answer", [["coconut shell"], ["crop duster"]]),
];

export const DOCUMENTS = [...COMMON, ...LONG, ...OTHERS];
