import type { Submission } from "~/demo/stage/rows";
import { ALEJANDRO, JONATHAN, KEISHA, MARCUS, PRIYA } from "./reviewers";

/** Manufacturing, microelectronics, energy and human performance. */
export const MAKING_AND_PEOPLE: readonly Submission[] = [
  {
    by: "hannah.yoshikawa@cascadia-additive.example",
    at: [147, "17:30"],
    type: "CAPABILITY_STATEMENT",
    title: "Cascadia Additive Works: From a Broken Part to a Qualified One",
    summary:
      "Reverse engineering, laser powder bed fusion, hot isostatic pressing and inspection in one building. Average time from receipt of a broken part to delivery of a qualified one was 47 days over the last thirty parts.",
    techTags: "additive manufacturing, supply chain",
    file: "Cascadia_Capability_Statement.pdf",
    reviewed: { by: ALEJANDRO, afterDays: 6 },
  },
  {
    by: "marisol.vega@cascadia-additive.example",
    at: [119, "18:45"],
    type: "WHITE_PAPER",
    title: "Three Parts from the List: Manufacturing, Inspection and Cost",
    summary:
      "Parts 14, 22 and 57 of the published list, with cost for one and for fifty, the data rights we need, and the coupons on which the qualification would rest. Part 57 should not be printed at all; we say why and propose a casting.",
    techTags: "additive manufacturing, advanced materials",
    call: "hard-to-source",
    file: "three-parts-from-the-list.pdf",
    reviewed: { by: ALEJANDRO, afterDays: 8 },
  },
  {
    by: "ben.achterberg@cascadia-additive.example",
    at: [40, "19:55"],
    type: "WHITE_PAPER",
    title: "Finding Lack-of-Fusion Pores While the Part Is Printed",
    summary:
      "Off-axis thermal imaging found 93 percent of pores above 80 µm in nickel alloy 718 during the print, checked by computed tomography of 210 coupons. False alarms cost four minutes each.",
    techTags: "additive manufacturing, ai/ml, digital engineering",
    file: "in-situ-pore-detection.pdf",
  },
  {
    by: "misaki.tanaka@tanaka-seiki.example",
    at: [38, "05:50"],
    type: "CAPABILITY_STATEMENT",
    title: "田中精機 – Ultra-Precision Grinding of Silicon Carbide Mirrors",
    summary:
      "Mirrors of up to 600 mm ground to a surface error below 50 nm RMS before polishing, in series of ten. 会社案内は日本語と英語で添付しています (company profile attached in Japanese and English).",
    techTags: "advanced materials, manufacturing readiness",
    file: "tanaka-seiki-会社案内.txt",
  },
  {
    by: "vikram.subramaniam@lattice-ridge.example",
    at: [138, "20:20"],
    type: "CAPABILITY_STATEMENT",
    title: "Lattice Ridge: Domestic Radiation-Hardened Mixed-Signal Line",
    summary:
      "Process, accreditation, shuttle schedule and second-source arrangements of the 90 nm radiation-hardened line, with lead times as of this quarter.",
    techTags: "microelectronics, advanced packaging",
    file: "LRM_Domestic_RadHard_Line.pdf",
    reviewed: { by: KEISHA, afterDays: 7 },
  },
  {
    by: "susan.pham@lattice-ridge.example",
    at: [29, "21:15"],
    type: "WHITE_PAPER",
    title: "Telling a Remarked Part by Its Supply Current in Forty Seconds",
    summary:
      "The start-up current of 3,100 parts of eleven types, some known to be remarked, told the remarked ones with 0.3 percent false acceptance. No decapsulation, no reference other than ten good parts.",
    techTags: "microelectronics, supply chain",
    call: "microelectronics",
    file: "supply-current-authentication.pdf",
    reviewed: { by: KEISHA, afterDays: 10 },
  },
  {
    by: "gregory.stanhope@lattice-ridge.example",
    at: [11, "20:40"],
    type: "PITCH_MATERIAL",
    title: "Chiplet Assembly for Low Volumes: Overview",
    summary:
      "Overview slides for the microelectronics call: 2.5D assembly at volumes of fifty to five hundred, with known-good-die arrangements.",
    techTags: "advanced packaging",
    call: "microelectronics",
    file: "chiplet-assembly-overview.pptx",
  },
  {
    by: "bartholomew.featherstonehaugh-wojciechowski@upper-midwest-microelectronics.example",
    at: [31, "15:35"],
    type: "WHITE_PAPER",
    title:
      "A Shared Component Authentication Laboratory for Small and Medium Manufacturers: Organization, Accreditation, Equipment, Fees, Chain of Custody and the First Eighteen Months of Results across Forty-One Member Companies in Six States",
    summary:
      "How the consortium's laboratory is organized and paid for, what it found in its first eighteen months (2.1 percent of 7,400 lots were not what they claimed), and how a depot could send lots to it under the existing agreement.",
    techTags: "microelectronics, supply chain, manufacturing readiness",
    call: "microelectronics",
    file: "A Shared Component Authentication Laboratory for Small and Medium Manufacturers - final version after review by all member companies (2).docx",
  },
  {
    by: "noor.haddad@solstice-storage.example",
    at: [108, "19:10"],
    type: "CAPABILITY_STATEMENT",
    title: "Solstice: Sodium-Ion Modules That Ship at Zero Volts",
    summary:
      "Module data sheets, third-party abuse test reports (nail, fire, ballistic) and our pilot line's capacity in Pueblo. Modules are shipped discharged to zero volts and need no dangerous goods declaration.",
    techTags: "energy storage, advanced materials",
    file: "solstice-sodium-ion.pdf",
    reviewed: { by: ALEJANDRO, afterDays: 24 },
  },
  {
    by: "kyle.romero@solstice-storage.example",
    at: [4, "17:45"],
    type: "WHITE_PAPER",
    title: "Charging at Minus Forty: Sodium-Ion Packs in the 6T Form Factor",
    summary:
      "Packs of 1.3 kWh accepted a full charge in 3.5 hours at −40 °C without heating. Cycle life at that temperature so far: 410 cycles to 88 percent. Two packs are ready for a government test.",
    techTags: "energy storage",
    call: "energy-storage",
    file: "charging-at-minus-forty.pdf",
    paper: "cold-charging",
  },
  {
    by: "amara.nwosu@kestrel-institute.example",
    at: [97, "18:00"],
    type: "WHITE_PAPER",
    title: "Core Temperature from the Wrist: Why It Fails, and Where It Does Not",
    summary:
      "Four commercial wearables against a telemetry pill in 62 people under protective clothing. Errors and their causes, with the raw data. One site on the body does work; none of the four products measures there.",
    techTags: "human performance, wearables",
    call: "wearables",
    file: "core-temperature-from-the-wrist.pdf",
    reviewed: { by: JONATHAN, afterDays: 3 },
  },
  {
    by: "paul.vandermeer@kestrel-institute.example",
    at: [22, "19:40"],
    type: "WHITE_PAPER",
    title: "Field Data Collected since the Call Was Closed: Heat Strain in 118 Wearers",
    summary:
      "The field data that the call was closed for lack of: 118 wearers over nine weeks in Georgia and Arizona, with two estimators compared. The better one stays within 0.3 °C in 91 percent of minutes.",
    techTags: "human performance, medical",
    call: "wearables",
    file: "heat-strain-field-data.docx",
    paper: "heat-strain",
    reviewed: { by: JONATHAN, afterDays: 4 },
  },
  {
    by: "amara.nwosu@kestrel-institute.example",
    at: [63, "14:35"],
    type: "EVENT_SUMMARY",
    title: "Sleep and Load Carriage Workshop: Summary and Open Questions",
    summary:
      "Summary of a two-day workshop in Dayton with 74 participants. Eleven open questions, ranked by the participants; the first three could be answered with existing data if it were shared.",
    techTags: "human performance",
    reviewed: { by: JONATHAN, afterDays: 1 },
  },
  {
    by: "siobhan@obrien-daughters.example",
    at: [18, "22:20"],
    type: "CAPABILITY_STATEMENT",
    title: "What our shop can make",
    summary:
      "Five-axis milling up to 900 mm, wire EDM, and three people who can still scrape a way. We would like to quote on parts that nobody answers for.",
    techTags: "manufacturing readiness",
    file: "What our shop can make.txt",
  },
  {
    by: "hannah.yoshikawa@cascadia-additive.example",
    at: [14, "20:15"],
    type: "PITCH_MATERIAL",
    title: "Forum demonstration: a pump housing printed while you watch",
    summary: "We would bring a small machine and finish a pump housing during the session. Needs one 208 V outlet.",
    techTags: "additive manufacturing, dual use",
    call: "industry-forum",
    reviewed: { by: PRIYA, afterDays: 2 },
  },
  {
    by: "rebecca.lindqvist@halcyon-autonomy.example",
    at: [3, "15:25"],
    type: "PITCH_MATERIAL",
    title: "Forum demonstration: eight small aircraft in the auditorium",
    summary:
      "Eight aircraft of 90 g each divide the auditorium's ceiling among themselves while we take two of them away. Netting and a safety officer are provided by us.",
    techTags: "swarming, dual use",
    call: "industry-forum",
    file: "forum-demonstration.pptx",
  },
  {
    by: "evance@meridian-arc.example",
    at: [87, "17:50"],
    type: "WHITE_PAPER",
    title: "Simulation Credibility: A Short Checklist for Acquisition Staff",
    summary:
      "Two pages that an acquisition officer can hold next to a vendor's simulation results, with eleven questions and what a good answer looks like.",
    techTags: "modeling & simulation, digital engineering",
    file: "simulation-credibility-checklist.pdf",
    archived: { by: MARCUS, afterDays: 45 },
  },
];
