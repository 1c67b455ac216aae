import type { StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { createPresetTag } from "~/domain/preset-tag/create.server";

const AUTHOR = "helen.marsh@otp.gov.example";

const LABELS: readonly string[] = [
  "5g/6g",
  "additive manufacturing",
  "advanced materials",
  "advanced packaging",
  "ai/ml",
  "arctic operations",
  "autonomy",
  "biotechnology",
  "command & control",
  "counter-uas",
  "cyber",
  "data analytics",
  "digital engineering",
  "directed energy",
  "dual use",
  "edge computing",
  "electronic warfare",
  "energy storage",
  "ground robotics",
  "human performance",
  "human-machine teaming",
  "hypersonics",
  "logistics",
  "manufacturing readiness",
  "medical",
  "microelectronics",
  "modeling & simulation",
  "network resilience",
  "photonics",
  "pnt",
  "quantum sensing",
  "radar",
  "satellite communications",
  "sbir/sttr",
  "space domain awareness",
  "supply chain",
  "swarming",
  "undersea",
  "wearables",
  "zero trust",
];

/** The tags that forms suggest. */
export function presetTagActs({ ago }: Times): StageAct[] {
  return LABELS.map((label) => ({
    at: ago([161, "13:00"]),
    what: `preset tag ${label}`,
    perform: (stage) => stage.perform(createPresetTag, AUTHOR, { label }),
  }));
}
