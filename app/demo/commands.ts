import { FIRST_ADMIN } from "~/demo/stage/credentials";
import type { StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { createCommand } from "~/domain/command/create.server";

interface Command {
  abbreviation: string;
  name: string;
  echelon: string;
  parent: string | null;
  location: string;
  mission: string;
}

/** The agency: headquarters, four directorates, four branches. Parents come before their children. */
const COMMANDS: readonly Command[] = [
  {
    abbreviation: "OTP-HQ",
    name: "Office of Technology Partnerships, Headquarters",
    echelon: "Headquarters",
    parent: null,
    location: "Arlington, VA",
    mission:
      "Finds technology outside government that answers operational needs, brings its makers together with the commands that need it, and keeps the record of those contacts.",
  },
  {
    abbreviation: "DARS",
    name: "Directorate for Autonomous and Robotic Systems",
    echelon: "Directorate",
    parent: "OTP-HQ",
    location: "Huntsville, AL",
    mission:
      "Scouts autonomy, uncrewed systems and teaming between people and machines, and moves what works into experiments within one budget year.",
  },
  {
    abbreviation: "DCIA",
    name: "Directorate for Cyber and Information Advantage",
    echelon: "Directorate",
    parent: "OTP-HQ",
    location: "Fort Meade, MD",
    mission:
      "Evaluates commercial cyber defense, resilient networks and trustworthy machine learning for use on unclassified and classified networks.",
  },
  {
    abbreviation: "DAMS",
    name: "Directorate for Advanced Manufacturing and Sustainment",
    echelon: "Directorate",
    parent: "OTP-HQ",
    location: "Rock Island, IL",
    mission:
      "Shortens the time from a broken part to a qualified replacement: additive manufacturing, microelectronics, energy storage and supply chain assurance.",
  },
  {
    abbreviation: "DSS",
    name: "Directorate for Space and Sensing",
    echelon: "Directorate",
    parent: "OTP-HQ",
    location: "Colorado Springs, CO",
    mission:
      "Tracks commercial space domain awareness, resilient positioning and timing, and sensing beyond the electromagnetic spectrum.",
  },
  {
    abbreviation: "C-UAS IB",
    name: "Counter-Uncrewed Systems Integration Branch",
    echelon: "Branch",
    parent: "DARS",
    location: "Yuma, AZ",
    mission: "Runs the quarterly detection and defeat trials, and publishes what each vendor's system did in them.",
  },
  {
    abbreviation: "MEAB",
    name: "Microelectronics Assurance Branch",
    echelon: "Branch",
    parent: "DAMS",
    location: "Crane, IN",
    mission: "Verifies the provenance and the reliability of components, from the wafer to the depot's shelf.",
  },
  {
    abbreviation: "HPMT",
    name: "Human Performance and Medical Technology Cell",
    echelon: "Cell",
    parent: "DAMS",
    location: "Natick, MA",
    mission: "Measures what wearables, training aids and field medicine do for people under load.",
  },
  {
    abbreviation: "QSL",
    name: "Quantum Sensing Laboratory",
    echelon: "Laboratory",
    parent: "DSS",
    location: "Boulder, CO",
    mission: "Takes quantum magnetometers, gravimeters and clocks out of the laboratory and onto moving platforms.",
  },
];

/** The first administrator creates the command hierarchy on the first day. */
export function commandActs({ ago }: Times): StageAct[] {
  return COMMANDS.map(({ parent, ...command }) => ({
    at: ago([164, "13:10"]),
    what: `command ${command.abbreviation}`,
    async perform(stage) {
      const parentId = parent === null ? null : stage.idOf("command", parent);
      const { id } = await stage.perform(createCommand, FIRST_ADMIN.email, { ...command, parentId });
      stage.remember("command", command.abbreviation, id);
    },
  }));
}
