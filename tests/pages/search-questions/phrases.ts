import { call, engagement, government, organization, submission, tagged } from "./question";

/** Several words of a title or summary, in quotation marks or without. */
const PHRASES = government("phrase", [
  ['"false track per day"', submission("Fewer than One False Track"), call("Detection and Defeat")],
  ["fails to wire when it loses power", submission("Zero Trust around Controllers")],
  ['"honest covariances"', submission("Vantage Orbit Analytics: Tracks"), organization("Vantage")],
  ["sea state four", submission("A Strapdown Quantum")],
  ['"wet clay"', submission("Driving without a Map"), engagement("Prairie State")],
  ["known-good-die", submission("Chiplet Assembly")],
  ["nitrogen-vacancy magnetometer", submission("Magnétomètre")],
  ["hot isostatic pressing", organization("Cascadia"), submission("Cascadia Additive Works")],
  ["covariance realism", engagement("Briefing: orbit custody")],
  ["fixed site with civilian neighbors", call("Detection and Defeat")],
  ["unannounced maneuver", submission("Reacquisition after"), call("Custody of Maneuvering")],
  ["furnace capacity is the bottleneck", engagement("Site visit to Cascadia")],
  ["slides are not a demonstration", call("Demonstrations for the Spring")],
  ["nine aircraft searched 42 square kilometers", submission("Search with Loss")],
  ["errs in 0.4 percent of dwells", submission("Telling Birds from Drones")],
  ["shipped discharged to zero volts", organization("Solstice"), submission("Solstice: Sodium-Ion")],
  ["paper trail ends at a broker", call("Provenance and Authentication")],
  ["pump housing printed while you watch", submission("Forum demonstration: a pump")],
  ["start-up current of 3,100 parts", submission("Telling a Remarked Part")],
  ["seven never did notice spoofing", submission("Jamming Trial")],
  ["radiation-hardened 90 nm line", submission("Lattice Ridge: Domestic"), organization("Lattice Ridge")],
]);

/** The beginning of a word, another form of it, or another spelling. */
const WORD_FORMS = government("word form", [
  ["magnetom", submission("Magnétomètre"), engagement("Laboratoire Génie"), call("Quantum Sensing for")],
  ["gravimet*", submission("Präzisionsmesstechnik"), engagement("Grünwald gravimeter"), call("Quantum Sensing for")],
  ["jammed receivers", submission("Jamming Trial")],
  ["authenticating components", call("Provenance and Authentication"), submission("A Shared Component")],
  ["modelling and simulation", tagged("modeling & simulation")],
  ["manoeuvre", submission("Reacquisition after"), call("Custody of Maneuvering"), organization("Vantage")],
  ["cyber defence", organization("Redoubt"), submission("Redoubt Cyber Defense")],
  ["detecting birds", submission("Telling Birds from Drones")],
  ["battery in extreme cold", call("Energy Storage for")],
  [
    "wearable for heat",
    call("Wearables That Warn"),
    submission("Field Data Collected"),
    submission("Core Temperature"),
  ],
  ["traversable clay", submission("Driving without a Map")],
  ["magnetometers", submission("Magnétomètre"), call("Quantum Sensing for"), engagement("Laboratoire Génie")],
  ["plug fest", submission("Summary of the Reference")],
  ["swarms", tagged("swarming")],
  ["printed parts inspected", submission("Three Parts from the List"), call("Additive Manufacturing of Parts")],
  ["steering clocks", submission("Horloges atomiques")],
]);

export const WORDINGS = [...PHRASES, ...WORD_FORMS];
