import { announcement, call, command, engagement, government, submission, tag, tagged } from "./question";

const ANNOUNCEMENTS = government("announcement", [
  ["portal is open", announcement("The Industry Portal is open")],
  ["what makes a white paper easy to review", announcement("What makes a white paper")],
  ["winter trial results for participants", announcement("Results of the winter")],
  ["portal maintenance Saturday", announcement("Portal unavailable")],
  ["open days", announcement("Quantum Sensing Laboratory")],
  ["vibration table and a van", announcement("Quantum Sensing Laboratory")],
  ["forum registration foreign organizations", announcement("Spring Industry Forum: registration")],
  ["reminder forum demonstrations", announcement("Reminder: the deadline")],
  ["program of the second day", announcement("Spring Industry Forum: the program")],
  ["how many days an answer took", announcement("How we will measure")],
  ["travel-and-access.txt", announcement("Spring Industry Forum: registration")],
]);

const COMMANDS = government("command", [
  ["DARS", command("Directorate for Autonomous")],
  ["MEAB", command("Microelectronics Assurance")],
  ["C-UAS IB", command("Counter-Uncrewed")],
  ["space and sensing directorate", command("Directorate for Space")],
  ["quantum sensing laboratory", command("Quantum Sensing"), announcement("Quantum Sensing")],
  ["OTP-HQ", command("Office of Technology Partnerships, Headquarters")],
  ["HPMT", command("Human Performance"), call("Wearables That Warn")],
  ["Directorate for Cyber and Information Advantage", command("Directorate for Cyber")],
  ["DAMS", command("Directorate for Advanced")],
  ["who runs the quarterly detection trials", command("Counter-Uncrewed"), call("Detection and Defeat")],
]);

const TAGS = government("tag", [
  ["counter-uas", tagged("counter-uas"), engagement("Counter-UAS Industry Day"), engagement("Winter counter-UAS")],
  ["5g/6g", tagged("5g/6g")],
  ["ai/ml", tagged("ai/ml")],
  ["modeling & simulation", tagged("modeling & simulation")],
  ["sbir/sttr", tag("sbir/sttr")],
  ["satellite communications", tag("satellite communications")],
  ["logistics", tagged("logistics")],
  ["command & control", tag("command & control")],
  ["human-machine teaming", tagged("human-machine teaming")],
  ["data analytics", tagged("data analytics")],
  ["manufacturing readiness", tagged("manufacturing readiness")],
]);

/** File names, as someone remembers them. */
const FILES = government("document", [
  ["flight-cards.pdf", engagement("Halcyon flight demonstration")],
  ["range-notes.txt", engagement("Winter counter-UAS trial")],
  ["orbit custody pptx", engagement("Briefing: orbit custody")],
  ["members over time png", engagement("Halcyon flight demonstration")],
  ["LRM_Domestic_RadHard_Line.pdf", submission("Lattice Ridge: Domestic")],
  ["runtime monitors v3", submission("Run-Time Monitors")],
  ["tracks-by-terrain", submission("Telling Birds from Drones")],
  ["white paper outline docx", announcement("What makes a white paper")],
  ["forum-agenda.pdf", announcement("Spring Industry Forum: registration")],
  ["NRHO reacquisition pdf", submission("Reacquisition after")],
]);

export const OTHER_RECORDS = [...ANNOUNCEMENTS, ...COMMANDS, ...TAGS, ...FILES];
