import type { StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { createPresetTag } from "~/domain/preset-tag/create.server";

const AUTHOR = "helen.marsh@otp.gov.example";

/** Each tag with the other names that are usual in the field, and with its abbreviations. */
const TAGS: readonly [label: string, aliases: string][] = [
  ["5g/6g", "5g,6g,futureg,next-generation wireless,cellular,mobile networks,wireless communications"],
  [
    "additive manufacturing",
    "3d printing,3-d printing,3d-printed parts,additively manufactured parts,powder bed fusion,direct ink writing",
  ],
  [
    "advanced materials",
    "composites,composite materials,metamaterials,nanomaterials,ceramics,alloys,coatings,materials science",
  ],
  [
    "advanced packaging",
    "chiplets,chip packaging,semiconductor packaging,heterogeneous integration,multi-chip modules,3d integration",
  ],
  [
    "ai/ml",
    "artificial intelligence,machine learning,ai,ml,deep learning,neural networks,large language models,generative ai,computer vision",
  ],
  ["arctic operations", "arctic,cold weather,cold regions,extreme cold,polar operations,high north,high latitudes"],
  [
    "autonomy",
    "autonomous systems,autonomous vehicles,self-driving,driverless,unmanned systems,uncrewed systems,autonomous navigation",
  ],
  [
    "biotechnology",
    "biotech,synthetic biology,bioengineering,biomanufacturing,genetic engineering,genomics,life sciences",
  ],
  ["command & control", "c2,command and control,battle management,mission command,jadc2,cjadc2,c4isr,decision support"],
  [
    "counter-uas",
    "drones,uas,uav,c-uas,cuas,counter-drone,anti-drone,drone defense,unmanned aircraft,unmanned aerial systems",
  ],
  [
    "cyber",
    "cybersecurity,cyber security,cyber defense,information security,infosec,computer security,network defense,cyberspace",
  ],
  ["data analytics", "big data,data science,analytics,predictive analytics,data mining,data fusion"],
  [
    "digital engineering",
    "digital twin,digital twins,digital thread,mbse,model-based systems engineering,model-based engineering",
  ],
  [
    "directed energy",
    "lasers,laser weapons,high-energy lasers,hel,high-power microwave,hpm,directed-energy weapons,beam weapons",
  ],
  ["dual use", "dual-use,dual-use technology,commercial technology,commercial off-the-shelf,cots"],
  [
    "edge computing",
    "edge processing,tactical edge,edge ai,embedded computing,on-board processing,on-device processing,fog computing",
  ],
  [
    "electronic warfare",
    "ew,jamming,jammers,electronic attack,electronic protection,electromagnetic warfare,electronic countermeasures",
  ],
  ["energy storage", "batteries,battery,lithium-ion,fuel cells,supercapacitors,portable power,operational energy"],
  [
    "ground robotics",
    "robots,ground robots,ugv,unmanned ground vehicles,uncrewed ground vehicles,robotic vehicles,legged robots",
  ],
  [
    "human performance",
    "warfighter performance,soldier performance,human factors,ergonomics,physiological monitoring,exoskeletons",
  ],
  [
    "human-machine teaming",
    "human-robot teaming,human-ai teaming,human-autonomy teaming,manned-unmanned teaming,mum-t,human-machine interfaces",
  ],
  ["hypersonics", "hypersonic,hypersonic weapons,hypersonic vehicles,scramjets,boost-glide vehicles,high-speed flight"],
  ["logistics", "sustainment,resupply,contested logistics,transportation,distribution,predictive maintenance"],
  [
    "manufacturing readiness",
    "mrl,manufacturing readiness level,production readiness,producibility,manufacturing maturity,industrial base",
  ],
  [
    "medical",
    "medicine,military medicine,healthcare,health care,combat casualty care,trauma care,telemedicine,medical devices",
  ],
  ["microelectronics", "semiconductors,integrated circuits,chips,microchips,asic,fpga,trusted foundry"],
  [
    "modeling & simulation",
    "m&s,modeling and simulation,simulation,simulators,wargaming,synthetic environments,synthetic training",
  ],
  [
    "network resilience",
    "resilient networks,resilient communications,assured communications,anti-jam communications,mesh networks,network survivability",
  ],
  [
    "photonics",
    "optics,electro-optics,optoelectronics,integrated photonics,silicon photonics,integrated optics,fiber optics",
  ],
  [
    "pnt",
    "positioning navigation and timing,position navigation and timing,gps,gnss,navigation,alternative navigation,satellite navigation,timing",
  ],
  [
    "quantum sensing",
    "quantum,quantum sensors,quantum technology,quantum magnetometers,cold atom sensors,atom interferometry,atomic clocks",
  ],
  ["radar", "radio detection and ranging,synthetic aperture radar,phased array,aesa,moving target indication"],
  [
    "satellite communications",
    "satcom,milsatcom,space communications,satellite links,satellite internet,satellite terminals",
  ],
  ["sbir/sttr", "sbir,sttr,small business innovation research,small business technology transfer"],
  [
    "space domain awareness",
    "sda,space situational awareness,ssa,space surveillance,satellite tracking,space debris,orbital debris",
  ],
  [
    "supply chain",
    "supply chains,supply chain risk management,scrm,supply chain security,supplier risk,vendor risk,sourcing",
  ],
  [
    "swarming",
    "swarm,swarms,swarm robotics,drone swarms,multi-agent systems,multi-robot systems,collaborative autonomy",
  ],
  ["undersea", "underwater,subsea,seabed,submarine,anti-submarine warfare,sonar,auv,uuv,unmanned underwater vehicles"],
  [
    "wearables",
    "wearable devices,wearable sensors,wearable technology,body-worn sensors,smart textiles,smart clothing",
  ],
  ["zero trust", "zero trust architecture,zta,ztna,zero-trust,identity and access management,continuous verification"],
];

/** The tags that forms suggest. */
export function presetTagActs({ ago }: Times): StageAct[] {
  return TAGS.map(([label, aliases]) => ({
    at: ago([161, "13:00"]),
    what: `preset tag ${label}`,
    perform: (stage) => stage.perform(createPresetTag, AUTHOR, { label, aliases }),
  }));
}
