import { announcement, call, visitor } from "./question";

const CALLS = visitor("open call", [
  ["OTP-DARS-RFI-0042", call("Detection and Defeat")],
  ["otp dams baa 0117", call("Provenance and Authentication")],
  ["OTP-HPMT-RFI-0003", call("Wearables That Warn")],
  ["DSS-SPN-0008", call("Quantum Sensing for")],
  ["naics 541713", call("Quantum Sensing for")],
  ["541715", call("Mission Autonomy"), call("Provenance and Authentication")],
  ["drones", call("Detection and Defeat"), announcement("Results of the winter")],
  ["anti-drone call", call("Detection and Defeat")],
  ["counterfeit components", call("Provenance and Authentication")],
  ["batteries for the arctic", call("Energy Storage for")],
  ["cold weather power", call("Energy Storage for")],
  ["navigation without satellites", call("Quantum Sensing for")],
  ["GPS-denied navigation", call("Quantum Sensing for")],
  ["heat illness sensors", call("Wearables That Warn")],
  ["closes May 20", call("Wearables That Warn")],
  ["closing in July", call("Provenance and Authentication")],
  ["closes tomorrow", call("Demonstrations for the Spring")],
  ["Alaska", call("Energy Storage for")],
  ["Indiana", call("Provenance and Authentication")],
  ["Massachusetts", call("Wearables That Warn")],
  ["HUBZone set aside", call("Energy Storage for")],
  ["Daniel Whitcomb", call("Detection and Defeat"), call("Mission Autonomy")],
  ["Abernathy", call("Provenance and Authentication"), call("Energy Storage for"), call("Wearables That Warn")],
  ["mision autonomy", call("Mission Autonomy")],
  ["microelectroncs provenance", call("Provenance and Authentication")],
  ["demonstrating at the industry forum", call("Demonstrations for the Spring"), announcement("Reminder")],
  ["lasers against drones", call("Detection and Defeat")],
]);

const ANNOUNCEMENTS = visitor("announcement", [
  ["white paper guide", announcement("What makes a white paper")],
  ["white-paper-outline.docx", announcement("What makes a white paper")],
  ["industry forum", announcement("Spring Industry Forum: registration"), call("Demonstrations for the Spring")],
  ["foreign organizations register three weeks ahead", announcement("Spring Industry Forum: registration")],
  ["visit the quantum lab", announcement("Quantum Sensing Laboratory")],
  ["is there a fee to register", announcement("The Industry Portal is open")],
  ["winter trial Yuma results", announcement("Results of the winter")],
  ["organisations étrangères", announcement("Spring Industry Forum: registration")],
  ["anouncement of the spring forum", announcement("Spring Industry Forum: registration")],
  ["slots photograph", announcement("Reminder: the deadline")],
]);

export const VISITORS = [...CALLS, ...ANNOUNCEMENTS];
