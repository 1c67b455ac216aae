import { announcement, call, company, submission } from "./question";

const REBECCA = "rebecca.lindqvist@halcyon-autonomy.example";
const OMAR = "omar.siddiqui@halcyon-autonomy.example";
const LUIS = "luis.arredondo@ironwood-cuas.example";
const LENA = "l.brandt@chesapeake-ssl.example";
const NOOR = "noor.haddad@solstice-storage.example";

const OWN = [
  ...company(REBECCA, "own submission", [
    ["capability statement", submission("Halcyon Autonomy: Capability")],
    ["flight results nine aircraft", submission("Search with Loss")],
    ["our forum demonstration", submission("Forum demonstration: eight"), call("Demonstrations for the Spring")],
    ["forum-demonstration.pptx", submission("Forum demonstration: eight")],
    ["loss of members", submission("Search with Loss")],
    ["eight aircraft auditorium ceiling", submission("Forum demonstration: eight")],
    [
      "what the agency answered about collaborative autonomy",
      submission("Halcyon Autonomy: Capability"),
      submission("Search with Loss"),
    ],
    ["flight logs by video", submission("Search with Loss")],
    ["capabilty statment", submission("Halcyon Autonomy: Capability")],
    ["pitch material", submission("Forum demonstration: eight")],
  ]),
  ...company(LUIS, "own submission", [
    ["staring radar highway", submission("Fewer than One False Track")],
    ["night net capture results", submission("Low-Collateral Net")],
    ["test history", submission("Ironwood Counter-UAS Solutions: Products")],
  ]),
  ...company(LENA, "own submission", [
    ["terrain question from the reviewer", submission("Telling Birds from Drones")],
    ["310,000 birds over water", submission("Telling Birds from Drones")],
    ["5G range bookings", submission("Private 5G Test Range")],
  ]),
  ...company(NOOR, "own submission", [
    ["6T packs", submission("Charging at Minus Forty"), call("Energy Storage for")],
    ["zero volts", submission("Solstice: Sodium-Ion")],
  ]),
];

const AROUND = [
  ...company(OMAR, "open call", [
    ["OTP-DARS-RFI-0047", call("Mission Autonomy")],
    ["edge computing call", call("Mission Autonomy")],
    ["closes May 17", call("Mission Autonomy")],
    ["calls closing this week", call("Detection and Defeat"), call("Demonstrations for the Spring")],
    ["counter drone opportunity", call("Detection and Defeat")],
    ["Whitcomb", call("Mission Autonomy"), call("Detection and Defeat")],
    ["forty watt computer", call("Mission Autonomy")],
    ["small business set-aside", call("Provenance and Authentication")],
    ["wearables", call("Wearables That Warn")],
    ["Yuma", call("Detection and Defeat"), announcement("Results of the winter")],
    ["quantm navigation", call("Quantum Sensing for")],
  ]),
  ...company(OMAR, "announcement", [
    ["how to write a white paper", announcement("What makes a white paper")],
    ["laboratory visit Boulder", announcement("Quantum Sensing Laboratory"), call("Quantum Sensing for")],
    ["winter trial results", announcement("Results of the winter")],
    ["spring forum registration", announcement("Spring Industry Forum: registration")],
    ["deadline reminder", announcement("Reminder: the deadline")],
    ["registration fee", announcement("The Industry Portal is open")],
  ]),
];

export const COMPANY = [...OWN, ...AROUND];
