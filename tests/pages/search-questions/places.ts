import { announcement, call, command, engagement, government, organization, submission } from "./question";

const HUNTSVILLE = [
  organization("Halcyon"),
  command("Directorate for Autonomous"),
  engagement("Halcyon flight demonstration"),
  call("Mission Autonomy"),
  call("Detection and Defeat"),
  call("Collaborative Autonomy"),
  call("Autonomous Ground Resupply"),
];
const ARIZONA = [
  organization("Ironwood"),
  command("Counter-Uncrewed"),
  call("Detection and Defeat"),
  engagement("Winter counter-UAS trial"),
  engagement("Counter-UAS Industry Day"),
  submission("Field Data Collected"),
];
const COLORADO_SPRINGS = [
  organization("Vantage"),
  command("Directorate for Space"),
  engagement("Briefing: orbit custody"),
  call("Quantum Sensing for"),
  call("Custody of Maneuvering"),
];
const BOULDER = [
  command("Quantum Sensing Laboratory"),
  call("Quantum Sensing for"),
  engagement("Grünwald gravimeter"),
  announcement("Quantum Sensing Laboratory"),
];
const COLORADO = [...COLORADO_SPRINGS, ...BOULDER, organization("Solstice")];
const NATICK = [command("Human Performance"), call("Wearables That Warn"), engagement("Heat strain data review")];
const ILLINOIS = [
  organization("Prairie State"),
  engagement("Prairie State"),
  command("Directorate for Advanced"),
  call("Provenance and Authentication"),
  call("Additive Manufacturing of Parts"),
  call("Wearables That Warn"),
  call("Energy Storage for"),
];
const CRANE = [
  command("Microelectronics Assurance"),
  call("Provenance and Authentication"),
  engagement("Component authentication"),
];
const VANCOUVER = [organization("Cascadia"), engagement("Site visit to Cascadia")];
const FORT_MEADE = [command("Directorate for Cyber"), call("Zero Trust for Operational")];

/** States, countries and cities, by name and by code. */
export const PLACES = government("place", [
  ["Alabama", ...HUNTSVILLE],
  ["Huntsville", ...HUNTSVILLE],
  ["AZ", ...ARIZONA],
  ["Arizona", ...ARIZONA],
  ["Yuma", ...ARIZONA],
  ["engagements in Yuma", engagement("Winter counter-UAS trial"), engagement("Counter-UAS Industry Day")],
  ["companies in Colorado", organization("Vantage"), organization("Solstice")],
  ["Colorado Springs", ...COLORADO_SPRINGS],
  ["boulder, co", ...BOULDER],
  ["colorado", ...COLORADO],
  ["Massachusetts", organization("Meridian"), organization("Bluewater"), ...NATICK],
  ["Natick", ...NATICK],
  ["Falmouth, Massachusetts", organization("Bluewater")],
  ["Minnesota", organization("The Consortium")],
  ["Illinois", ...ILLINOIS],
  ["site visits in Illinois", engagement("Prairie State")],
  ["Germany", organization("Präzisionsmesstechnik")],
  ["Sweden", organization("Nordstjärnan")],
  ["Linkoping", organization("Nordstjärnan"), submission("Passive Coherent")],
  ["canada", organization("Université de Montréal")],
  ["Quebec", organization("Université de Montréal")],
  ["Japan", organization("田中精機")],
  ["Hawaii", engagement("Undersea technology")],
  ["Alaska", call("Energy Storage for")],
  ["Fort Wainwright", call("Energy Storage for")],
  ["Indiana", ...CRANE],
  ["Crane, IN", ...CRANE],
  ["Ohio", organization("Kestrel")],
  ["Dayton", organization("Kestrel"), submission("Sleep and Load")],
  ["companies in New York", organization("Lattice Ridge")],
  ["Washington state", ...VANCOUVER],
  ["Vancouver WA", ...VANCOUVER],
  ["maryland", organization("Chesapeake"), organization("Redoubt"), ...FORT_MEADE],
  ["Fort Meade", ...FORT_MEADE],
  ["Pennsylvania", organization("O'Brien")],
  ["Reston, Virginia", organization("Palisade")],
  ["35806", organization("Halcyon")],
  ["Redstone Test Center", engagement("Halcyon flight demonstration")],
  ["room 4B Arlington", engagement("Ironwood: radar data")],
  ["universities in Canada", organization("Université de Montréal")],
]);
