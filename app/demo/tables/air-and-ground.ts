import type { Submission } from "~/demo/stage/rows";
import { DANIEL, INGRID, PRIYA, TOMAS } from "./reviewers";

/** Autonomy, robotics, radar and counter-UAS. */
export const AIR_AND_GROUND: readonly Submission[] = [
  {
    by: "rebecca.lindqvist@halcyon-autonomy.example",
    at: [153, "19:02"],
    type: "CAPABILITY_STATEMENT",
    title: "Halcyon Autonomy: Capability Statement",
    summary:
      "Mission autonomy for groups of uncrewed aircraft, flown on four airframes from three makers. Includes past performance on two Army experiments, our clearance status, and the interfaces that we publish.",
    techTags: "autonomy, swarming, edge computing",
    file: "Halcyon_Capability_Statement.pdf",
    reviewed: { by: DANIEL, afterDays: 4 },
  },
  {
    by: "rebecca.lindqvist@halcyon-autonomy.example",
    at: [141, "16:40"],
    type: "WHITE_PAPER",
    title: "Search with Loss of Members: Flight Results for a Group of Nine Aircraft",
    summary:
      "Nine aircraft of two kinds searched 42 square kilometers with three members removed in flight. The group divided the remaining area again in under four seconds without a ground server. We describe the planner, what the operator saw, and the two cases in which it chose badly.",
    techTags: "autonomy, swarming, human-machine teaming",
    call: "collaborative-autonomy",
    file: "Search with Loss of Members – flight results.pdf",
    paper: "flight-results",
    reviewed: { by: DANIEL, afterDays: 9 },
  },
  {
    by: "omar.siddiqui@halcyon-autonomy.example",
    at: [120, "17:25"],
    type: "PITCH_MATERIAL",
    title: "Fourteen Slides on What the Planner Tells Its Operator",
    summary:
      "The pitch that we gave at the summer forum, with the operator's screen recorded during two missions. Slide 9 shows the explanation that operators rated least useful, and what we replaced it with.",
    techTags: "human-machine teaming",
    file: "halcyon-operator-explanations.pptx",
    reviewed: { by: DANIEL, afterDays: 12 },
    archived: { by: PRIYA, afterDays: 60 },
  },
  {
    by: "akowalczyk@ias.prairie-state.example",
    at: [134, "18:10"],
    type: "WHITE_PAPER",
    title: "Run-Time Monitors for Learned Controllers: A Bounded-Cost Approach",
    summary:
      "A monitor that proves, within a fixed budget of computation, that a learned controller's next action keeps the aircraft inside its envelope, and hands over to a conventional controller when it cannot. Source code is public under a permissive license.",
    techTags: "autonomy, ai/ml",
    call: "collaborative-autonomy",
    file: "runtime-monitors-v3.docx",
    reviewed: { by: DANIEL, afterDays: 7 },
  },
  {
    by: "jdelgado@ias.prairie-state.example",
    at: [66, "20:30"],
    type: "WHITE_PAPER",
    title: "Driving without a Map: Traversability from One Camera on Wet Clay",
    summary:
      "A ground robot drove 31 km of farm tracks in the wet season with one camera and no map made beforehand. We report the eleven interventions, what caused each, and the cost of the hardware (below $4,000).",
    techTags: "ground robotics, autonomy",
    file: "wet-clay-traversability.pdf",
    reviewed: { by: DANIEL, afterDays: 6 },
  },
  {
    by: "evance@meridian-arc.example",
    at: [99, "14:15"],
    type: "EVENT_SUMMARY",
    title: "Summary of the Reference Architecture Plugfest, with Test Data",
    summary:
      "Seventeen vendors brought twenty-two autonomy modules to Bedford for three days. Nine exchanged on the first attempt; the other thirteen failed at six places in the interface, which we list with proposed wording. Data are attached by reference.",
    techTags: "autonomy, modeling & simulation",
    file: "plugfest-summary.txt",
    reviewed: { by: DANIEL, afterDays: 3 },
  },
  {
    by: "luis.arredondo@ironwood-cuas.example",
    at: [137, "15:50"],
    type: "CAPABILITY_STATEMENT",
    title: "Ironwood Counter-UAS Solutions: Products and Test History",
    summary:
      "Three products: a passive radio sensor, an X-band staring radar, and the fusion that joins them. Test history lists every government trial since 2020 with its dates, its conditions and the name of the test director.",
    techTags: "counter-uas, radar",
    file: "Ironwood_Products_and_Test_History.pdf",
    reviewed: { by: TOMAS, afterDays: 2 },
  },
  {
    by: "luis.arredondo@ironwood-cuas.example",
    at: [58, "16:20"],
    type: "WHITE_PAPER",
    title: "Fewer than One False Track per Day: Staring Radar beside a Highway",
    summary:
      "Ninety days of recording 300 m from an interstate highway. False tracks fell from 41 to 0.7 per day after the classifier learned from the site itself for a week. Detection range against a quadcopter of 0.01 square meters was 2.3 km, median.",
    techTags: "counter-uas, radar",
    call: "counter-uas",
    file: "staring-radar-highway.pdf",
    reviewed: { by: TOMAS, afterDays: 5 },
  },
  {
    by: "dana.whitehorse@ironwood-cuas.example",
    at: [12, "21:35"],
    type: "WHITE_PAPER",
    title: "Low-Collateral Net Capture at Night: Results of Sixty Engagements",
    summary:
      "Sixty engagements against maneuvering quadcopters after dark, fifty-three captures, no debris outside the cleared area. The interceptor costs $6,800 and is used again after a median of eleven minutes.",
    techTags: "counter-uas, autonomy",
    call: "counter-uas",
    file: "net-capture-night.docx",
  },
  {
    by: "mats.oberg@nordstjarnan.example",
    at: [49, "08:40"],
    type: "WHITE_PAPER",
    title: "Passive Coherent Location of Small Drones with Broadcast Illuminators",
    summary:
      "Detection of drones of 1 kg at 5 km from the reflections of digital television alone, with no emission of our own. Tested at Linköping and on Gotland; results under rain and with wind turbines nearby are given apart.",
    techTags: "radar, counter-uas, electronic warfare",
    call: "counter-uas",
    file: "Nordstjärnan – passiv lokalisering (English).pdf",
    reviewed: { by: TOMAS, afterDays: 11 },
  },
  {
    by: "asa.bjorkman@nordstjarnan.example",
    at: [123, "09:15"],
    type: "CAPABILITY_STATEMENT",
    title: "Nordstjärnan Systems AB – Capability Statement for Government Partners",
    summary:
      "Low-probability-of-intercept radar, passive location and a small line of decoys. Statement of export status under the bilateral agreement and of domestic production options.",
    techTags: "radar, electronic warfare",
    file: "capability-statement-en.pdf",
    reviewed: { by: INGRID, afterDays: 8 },
  },
  {
    by: "w.achebe@chesapeake-ssl.example",
    at: [132, "13:30"],
    type: "WHITE_PAPER",
    title: "Photonic Down-Conversion for Wideband Staring Receivers",
    summary:
      "A receiver front end that covers 2 to 40 GHz without tuning, from a photonic chip made in a commercial process. Dynamic range is 8 dB short of the electronic state of the art; size and power are a tenth.",
    techTags: "photonics, electronic warfare",
    file: "photonic-downconversion.pdf",
    reviewed: { by: TOMAS, afterDays: 10 },
  },
  {
    by: "l.brandt@chesapeake-ssl.example",
    at: [27, "15:05"],
    type: "WHITE_PAPER",
    title: "Telling Birds from Drones by Micro-Doppler at Long Dwell",
    summary:
      "Open data set of 1.4 million tracks, with a classifier that errs in 0.4 percent of dwells longer than 300 ms. Laboratory personnel can bring the recording rig to a trial.",
    techTags: "radar, counter-uas, ai/ml",
    call: "counter-uas",
  },
  {
    by: "connor@bluewater-robotics.example",
    at: [72, "14:10"],
    type: "CAPABILITY_STATEMENT",
    title: "Under-Ice Survey Gliders: What Twelve People Can Build",
    summary:
      "Two gliders surveyed 190 km under sea ice last winter and both came back. Unit cost is $38,000. We look for a first government customer and for ship time.",
    techTags: "undersea, arctic operations",
    file: "bluewater-capability.pdf",
  },
  {
    by: "connor@bluewater-robotics.example",
    at: [35, "13:45"],
    type: "PITCH_MATERIAL",
    title: "Gliders under Ice: Six Slides",
    summary: "A short pitch with the track of last winter's survey and the price list.",
    techTags: "undersea",
    file: "gliders.pptx",
  },
  {
    by: "connor@bluewater-robotics.example",
    at: [74, "14:30"],
    type: "PROFILE_UPDATE",
    title: "Correction of our address and of our NAICS code",
    summary: "Our registration at SAM.gov is pending. The address and the code in our profile are right as of today.",
    techTags: "",
    archived: { by: PRIYA, afterDays: 9 },
  },
];
