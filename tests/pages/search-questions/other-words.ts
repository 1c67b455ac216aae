import { announcement, call, command, engagement, government, organization, submission } from "./question";

const COLD_BATTERIES = [
  call("Energy Storage for"),
  submission("Charging at Minus Forty"),
  submission("Solstice: Sodium-Ion"),
  organization("Solstice"),
  engagement("Solstice cold-charge"),
];
const FAKE_PARTS = [
  call("Provenance and Authentication"),
  submission("Telling a Remarked Part"),
  submission("A Shared Component"),
  engagement("Component authentication"),
  command("Microelectronics Assurance"),
  organization("The Consortium"),
];
const HEAT = [
  call("Wearables That Warn"),
  submission("Core Temperature"),
  submission("Field Data Collected"),
  organization("Kestrel"),
  engagement("Heat strain data review"),
];
const UNDERWATER = [
  organization("Bluewater"),
  submission("Under-Ice Survey Gliders"),
  submission("Gliders under Ice"),
  engagement("Undersea technology"),
];
const CONTROLLERS = [
  call("Zero Trust for Operational"),
  submission("A Test Bed for Building"),
  submission("Zero Trust around Controllers"),
];
const SATELLITE_FREE = [
  call("Quantum Sensing for"),
  submission("A Strapdown Quantum"),
  submission("Horloges atomiques"),
  submission("Magnétomètre"),
];
const MOON = [call("Custody of Maneuvering"), submission("Reacquisition after"), organization("Vantage")];

/** The same thing in everyday words, as someone asks who has not read the record. */
export const OTHER_WORDS = government("other words", [
  ["batteries that work in the cold", ...COLD_BATTERIES],
  ["charging batteries in freezing weather", ...COLD_BATTERIES],
  ["counterfeit chips", ...FAKE_PARTS],
  ["fake electronic parts", ...FAKE_PARTS],
  ["shooting down drones", call("Detection and Defeat"), submission("Low-Collateral Net"), organization("Ironwood")],
  ["catching drones with a net", submission("Low-Collateral Net")],
  ["GPS jamming", submission("Jamming Trial")],
  ["navigation without GPS", ...SATELLITE_FREE],
  [
    "obsolete spare parts",
    call("Additive Manufacturing of Parts"),
    submission("Three Parts from the List"),
    submission("Cascadia Additive Works"),
    organization("Cascadia"),
    submission("What our shop can make"),
  ],
  ["overheating soldiers", ...HEAT],
  ["smart watch body temperature", ...HEAT],
  ["robot trucks for supplies", call("Autonomous Ground Resupply")],
  [
    "off-road self-driving",
    submission("Driving without a Map"),
    call("Autonomous Ground Resupply"),
    organization("Prairie State"),
    engagement("Prairie State"),
  ],
  ["underwater robots", ...UNDERWATER],
  ["surveying below the ice cap", ...UNDERWATER],
  ["hacked AI models", submission("How Long Does a Poisoned")],
  ["tampered training data", submission("How Long Does a Poisoned")],
  ["tracking satellites in daytime", submission("Daylight Optical")],
  ["objects near the moon", ...MOON],
  ["securing heating and air conditioning controls", ...CONTROLLERS],
  ["sewage plant security", submission("Zero Trust around Controllers")],
  ["is it a bird or a drone?", submission("Telling Birds from Drones")],
  ["radar that listens to TV signals", submission("Passive Coherent")],
  ["veteran-owned companies", organization("Halcyon"), organization("Redoubt")],
  ["women-owned machine shop", organization("O'Brien"), organization("Cascadia")],
  ["whose SAM registration has expired", organization("Redoubt"), submission("SAM registration")],
  ["company leaving the government market", engagement("Palisade"), organization("Palisade")],
  ["sleep research", submission("Sleep and Load"), organization("Kestrel")],
  ["atomic clock on a chip", submission("Horloges atomiques"), organization("Université de Montréal")],
  ["gravity meter on a ship", submission("Präzisionsmesstechnik"), organization("Präzisionsmesstechnik")],
  ["diamond sensor on an airplane", submission("Magnétomètre"), engagement("Laboratoire Génie")],
  ["telescope mirror polishing", submission("田中精機")],
  ["why do autonomy modules of different vendors not fit together", submission("Summary of the Reference")],
  [
    "private cellular network",
    submission("Palisade Secure Networks"),
    submission("Private 5G Test Range"),
    organization("Palisade"),
  ],
  ["what happens when an aircraft of the group is lost", submission("Search with Loss"), call("Mission Autonomy")],
  ["holes in metal prints", submission("Finding Lack-of-Fusion")],
  ["safety checks for neural network pilots", submission("Run-Time Monitors")],
  ["advice for writing a white paper", announcement("What makes a white paper")],
  ["supersonic wind tunnel measurements", submission("Boundary Layer")],
]);
