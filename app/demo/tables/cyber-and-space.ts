import type { Submission } from "~/demo/stage/rows";
import { INGRID, MARCUS, MEI_LING, RENEE } from "./reviewers";

/** Cyber, networks, space, positioning and quantum sensing. */
export const CYBER_AND_SPACE: readonly Submission[] = [
  {
    by: "patrick.delahunt@redoubt-cyber.example",
    at: [122, "15:10"],
    type: "CAPABILITY_STATEMENT",
    title: "Redoubt Cyber Defense Group: Capability Statement",
    summary:
      "Managed detection and response for networks of controllers and machines; incident response retainers with four hours to arrive in the continental United States.",
    techTags: "cyber, network resilience",
    file: "Redoubt Capability Statement.docx",
    reviewed: { by: RENEE, afterDays: 3 },
  },
  {
    by: "tasha.grant@redoubt-cyber.example",
    at: [51, "17:00"],
    type: "WHITE_PAPER",
    title: "Zero Trust around Controllers That Cannot Carry an Agent",
    summary:
      "An inline device of the size of a deck of cards gives each controller an identity and enforces its policy, and fails to wire when it loses power. Installed at two wastewater plants and one central heating plant without an outage.",
    techTags: "zero trust, cyber",
    call: "zero-trust",
    file: "agentless-zero-trust.pdf",
    reviewed: { by: RENEE, afterDays: 14 },
  },
  {
    by: "hlin@meridian-arc.example",
    at: [44, "18:25"],
    type: "WHITE_PAPER",
    title: "A Test Bed for Building Control Networks, Open to All Respondents",
    summary:
      "Meridian offers its test bed of nine building controllers from six makers to respondents of this call, at no cost, and will publish the measurements. The paper describes the bed and the attack scripts.",
    techTags: "zero trust, modeling & simulation",
    call: "zero-trust",
    file: "test-bed-description.pdf",
  },
  {
    by: "deborah.finch@palisade-networks.example",
    at: [116, "14:00"],
    type: "CAPABILITY_STATEMENT",
    title: "Palisade Secure Networks: 5G Private Networks with Zero Trust Built In",
    summary:
      "A private 5G core that runs on two servers, with identity-based segmentation of every device. Deployed at eleven ports and four mines.",
    techTags: "5g/6g, zero trust",
    file: "palisade-5g.pdf",
    reviewed: { by: RENEE, afterDays: 20 },
    archived: { by: MARCUS, afterDays: 66 },
  },
  {
    by: "rkaplan@meridian-arc.example",
    at: [81, "16:45"],
    type: "WHITE_PAPER",
    title: "How Long Does a Poisoned Model Stay Poisoned? Measurements on Public Data",
    summary:
      "Backdoors placed in training data survived fine-tuning in 71 percent of 240 runs. We describe a check of two minutes that finds most of them, and those that it does not find.",
    techTags: "ai/ml, cyber",
    file: "poisoned-models.txt",
    reviewed: { by: RENEE, afterDays: 6 },
  },
  {
    by: "patrick.delahunt@redoubt-cyber.example",
    at: [8, "19:20"],
    type: "PROFILE_UPDATE",
    title: "SAM registration: renewal under way",
    summary:
      "Our registration expired last month for an administrative reason. The renewal was filed; we expect it to be active within three weeks and will update the profile then.",
    techTags: "",
  },
  {
    by: "imani.okafor-reyes@vantage-orbit.example",
    at: [126, "16:35"],
    type: "CAPABILITY_STATEMENT",
    title: "Vantage Orbit Analytics: Tracks with Honest Covariances",
    summary:
      "What we deliver, how we state its uncertainty, and how you can check that statement afterwards with ranging data of your own. Past performance with two commercial operators.",
    techTags: "space domain awareness, data analytics",
    file: "Vantage_Tracks_with_Honest_Covariances.pdf",
    reviewed: { by: INGRID, afterDays: 5 },
  },
  {
    by: "felix.aguilar@vantage-orbit.example",
    at: [85, "20:05"],
    type: "WHITE_PAPER",
    title: "Reacquisition after an Unannounced Maneuver in Near-Rectilinear Halo Orbit",
    summary:
      "Median time to reacquire was 5.4 hours over nineteen maneuvers of a commercial spacecraft whose operator told us only afterwards. We show the search strategy and the three cases that took longer than a day.",
    techTags: "space domain awareness, ai/ml",
    file: "nrho-reacquisition.pdf",
    reviewed: { by: INGRID, afterDays: 9 },
  },
  {
    by: "felix.aguilar@vantage-orbit.example",
    at: [5, "22:10"],
    type: "WHITE_PAPER",
    title: "Daylight Optical Tracking with Commercial Short-Wave Infrared Cameras",
    summary:
      "Tracking of geosynchronous objects at a solar elevation of 38 degrees from a site at 1,900 m, with a camera that anyone can buy. Limits, costs and a year of weather statistics.",
    techTags: "space domain awareness, photonics",
    file: "daylight-tracking.pdf",
  },
  {
    by: "g.lefrancois@genie-electrique.example",
    at: [121, "14:55"],
    type: "WHITE_PAPER",
    title: "Magnétomètre à diamant pour la navigation – a Diamond Magnetometer on a Light Aircraft",
    summary:
      "A nitrogen-vacancy magnetometer of 1.2 liters flew eleven hours on a Cessna 208. Sensitivity in flight was 14 pT per root hertz after compensation. Données et code sont publics; the text is in English with a French abstract.",
    techTags: "quantum sensing",
    file: "Magnétomètre à diamant – essais en vol.pdf",
    // Nobody followed quantum sensing when it arrived.
    reviewed: { by: MEI_LING, afterDays: 33 },
  },
  {
    by: "j.weiss@grunwald-messtechnik.example",
    at: [113, "09:30"],
    type: "CAPABILITY_STATEMENT",
    title: "Präzisionsmesstechnik Grünwald: Gravimeter für bewegte Plattformen",
    summary:
      "Absolute gravimeters with an uncertainty of 1 µGal at rest and 0.6 mGal on a vessel under way. Capability statement in English, data sheets in German.",
    techTags: "quantum sensing",
    file: "Grünwald_Gravimeter_Fähigkeiten.docx",
  },
  {
    by: "j.weiss@grunwald-messtechnik.example",
    at: [70, "10:10"],
    type: "WHITE_PAPER",
    title: "A Strapdown Quantum Accelerometer through Ninety Minutes of Sea State Four",
    summary:
      "Hybrid of a cold-atom and a conventional accelerometer on a survey vessel. Position drifted 610 m in ninety minutes without a satellite fix; the conventional sensor alone drifted 9.8 km.",
    techTags: "quantum sensing, pnt",
    call: "quantum",
    file: "strapdown-sea-state-four.pdf",
    reviewed: { by: MEI_LING, afterDays: 18 },
  },
  {
    by: "g.lefrancois@genie-electrique.example",
    at: [24, "16:15"],
    type: "WHITE_PAPER",
    title: "Horloges atomiques sur puce: holdover of 200 ns over a Day without Satellites",
    summary:
      "Twelve chip-scale clocks steered as an ensemble held time to 200 ns over a day, at 1.6 W in total. Temperature cycling from −20 to +50 °C is included.",
    techTags: "pnt, photonics",
    call: "quantum",
    file: "horloges-sur-puce.pdf",
  },
  {
    by: "evance@meridian-arc.example",
    at: [17, "13:20"],
    type: "EVENT_SUMMARY",
    title: "Jamming Trial of Commercial Timing Receivers: What Fourteen Receivers Did",
    summary:
      "Summary of a week's trial. Four receivers noticed that they were spoofed, three noticed afterwards, seven never did. The makers have their own results; this summary names none of them.",
    techTags: "pnt, electronic warfare",
    file: "timing-receivers-trial.docx",
    reviewed: { by: INGRID, afterDays: 6 },
  },
  {
    by: "rkaplan@meridian-arc.example",
    at: [43, "15:15"],
    type: "WHITE_PAPER",
    title: "Boundary Layer Transition on a Cooled Cone: Wind Tunnel Data for Model Makers",
    summary:
      "Forty-four runs at Mach 5.9 and 7.2 with surface temperature held at three levels. The data set is complete, with calibration, and may be used by anybody who builds transition models.",
    techTags: "hypersonics, modeling & simulation",
    file: "transition-data-description.pdf",
  },
  {
    by: "l.brandt@chesapeake-ssl.example",
    at: [2, "14:45"],
    type: "CAPABILITY_STATEMENT",
    title: "Private 5G Test Range: What Visitors Can Measure",
    summary:
      "A licensed range of four square kilometers with three base stations and a vehicle that records every layer of the link. Bookings by the half day.",
    techTags: "5g/6g",
  },
];
