import type { StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { createPresetTag } from "~/domain/preset-tag/create.server";

const AUTHOR = "helen.marsh@otp.gov.example";

/** Each tag with its other names. */
const TAGS: readonly [label: string, aliases: string][] = [
  ["5g/6g", "5g,6g,cellular,mobile networks"],
  ["additive manufacturing", "3d printing"],
  ["advanced materials", "composites,metamaterials"],
  ["advanced packaging", "chiplets,chip packaging"],
  ["ai/ml", "artificial intelligence,machine learning,ai,ml,deep learning,neural networks"],
  ["arctic operations", "cold weather,polar operations"],
  ["autonomy", "autonomous systems,self-driving,unmanned systems"],
  ["biotechnology", "biotech,synthetic biology"],
  ["command & control", "c2,command and control"],
  ["counter-uas", "drones,uas,c-uas,counter-drone,unmanned aircraft,drone defense"],
  ["cyber", "cybersecurity,cyber security,information security,network defense"],
  ["data analytics", "big data,data science"],
  ["digital engineering", "digital twin,digital twins,mbse"],
  ["directed energy", "lasers,laser weapons,high-power microwave"],
  ["dual use", "dual-use,commercial technology"],
  ["edge computing", "edge processing"],
  ["electronic warfare", "ew,jamming,jammers"],
  ["energy storage", "batteries,battery,fuel cells"],
  ["ground robotics", "ground robots,ugv,unmanned ground vehicles"],
  ["human performance", "warfighter performance"],
  ["human-machine teaming", "human-robot teaming,manned-unmanned teaming"],
  ["hypersonics", "hypersonic"],
  ["logistics", "sustainment,resupply"],
  ["manufacturing readiness", "mrl,production readiness"],
  ["medical", "medicine,healthcare,combat casualty care"],
  ["microelectronics", "semiconductors,integrated circuits"],
  ["modeling & simulation", "m&s,simulation,modeling and simulation"],
  ["network resilience", "resilient networks,resilient communications"],
  ["photonics", "optics,integrated optics"],
  ["pnt", "positioning navigation and timing,gps,navigation,gnss"],
  ["quantum sensing", "quantum sensors"],
  ["radar", ""],
  ["satellite communications", "satcom"],
  ["sbir/sttr", "sbir,sttr,small business innovation research"],
  ["space domain awareness", "space situational awareness,ssa,satellite tracking"],
  ["supply chain", "supply chains,supplier risk,procurement risk"],
  ["swarming", "swarms,swarm,multi-agent"],
  ["undersea", "underwater,submarine,auv,unmanned underwater vehicles"],
  ["wearables", "wearable sensors,body-worn"],
  ["zero trust", "zta,zero trust architecture"],
];

/** The tags that forms suggest. */
export function presetTagActs({ ago }: Times): StageAct[] {
  return TAGS.map(([label, aliases]) => ({
    at: ago([161, "13:00"]),
    what: `preset tag ${label}`,
    perform: (stage) => stage.perform(createPresetTag, AUTHOR, { label, aliases }),
  }));
}
