import { call, engagement, government } from "./question";

/* The clock of the test stands at May 5, 2026, a Tuesday. The demonstration's days count from there. */

const DECEMBER = [engagement("Halcyon flight demonstration")];
const FEBRUARY = [
  engagement("Site visit to Cascadia"),
  engagement("Briefing: orbit custody"),
  engagement("Laboratoire Génie"),
];
const MARCH = [engagement("Undersea technology"), engagement("Prairie State"), engagement("Palisade")];
const APRIL = [
  engagement("One-on-one with Redoubt"),
  engagement("Component authentication"),
  engagement("Heat strain data review"),
];
const MAY = [
  engagement("Check-in with Halcyon"),
  engagement("Ironwood: radar data"),
  engagement("Counter-UAS Industry Day"),
  engagement("Grünwald gravimeter"),
  engagement("Solstice cold-charge"),
];
const JULY_CALLS = [call("Provenance and Authentication"), call("Custody of Maneuvering")];
const THIS_WEEK_CALLS = [call("Detection and Defeat"), call("Demonstrations for the Spring")];
const NEXT_WEEK = [engagement("Counter-UAS Industry Day"), engagement("Solstice cold-charge")];

/** Closing days, and the days and months of engagements. */
export const DATES = government("date", [
  ["closes May 8", call("Detection and Defeat")],
  ["deadline 5/8/2026", call("Detection and Defeat")],
  ["due May 20, 2026", call("Wearables That Warn")],
  ["closes May 17th", call("Mission Autonomy")],
  ["closes June 5", call("Energy Storage for")],
  ["calls closing in July 2026", ...JULY_CALLS],
  ["2026-07-20", call("Provenance and Authentication")],
  ["call closes 2 July", call("Custody of Maneuvering")],
  ["calls closing in June", call("Energy Storage for")],
  ["closes August 3", call("Autonomous Ground Resupply")],
  ["calls that closed in February 2026", call("Additive Manufacturing of Parts")],
  ["January 30, 2026", call("Collaborative Autonomy")],
  ["closed April 27", call("Zero Trust for Operational")],
  ["calls due this week", ...THIS_WEEK_CALLS],
  ["deadline tomorrow", call("Demonstrations for the Spring")],
  ["calls closing this month", ...THIS_WEEK_CALLS, call("Mission Autonomy"), call("Wearables That Warn")],
  ["engagements in January 2026", engagement("Winter counter-UAS trial")],
  ["December 2025", ...DECEMBER],
  ["meetings in February 2026", ...FEBRUARY],
  ["Feb 17 2026", engagement("Site visit to Cascadia")],
  ["engagements in march", ...MARCH],
  ["April 2026 engagements", ...APRIL],
  ["meeting on April 15", engagement("Component authentication")],
  ["engagements in May 2026", ...MAY],
  ["13 May 2026", engagement("Counter-UAS Industry Day")],
  ["2026-05-11", engagement("Solstice cold-charge")],
  ["engagements next week", ...NEXT_WEEK],
  ["meetings tomorrow", engagement("Ironwood: radar data")],
  ["meetings today", engagement("Check-in with Halcyon")],
  ["forum June 7", engagement("Spring Industry Forum")],
  ["june 2026 engagement", engagement("Spring Industry Forum")],
  ["demo in Boulder May 23", engagement("Grünwald gravimeter")],
  ["3/12/2026 field day", engagement("Prairie State")],
]);
