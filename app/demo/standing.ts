import type { OrganizationStatus } from "#db/enumerations";
import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { setOrganizationNontraditional } from "~/domain/organization/set-nontraditional.server";
import { setOrganizationStatus } from "~/domain/organization/set-status.server";

interface Decision {
  organization: string;
  at: Past;
  by: string;
  status: OrganizationStatus;
  /** Set with the status if the reviewer decided that the organization is a nontraditional contractor. */
  nontraditional?: boolean;
}

const MARCUS = "marcus.oyelaran@otp.gov.example";
const PRIYA = "priya.raghunathan@otp.gov.example";

/** Changes of organizations' statuses. Organizations not named here are still NEW. */
const DECISIONS: readonly Decision[] = [
  { organization: "halcyon", at: [154, "15:00"], by: PRIYA, status: "UNDER_REVIEW" },
  { organization: "halcyon", at: [139, "15:00"], by: PRIYA, status: "ACTIVE", nontraditional: true },
  {
    organization: "ironwood",
    at: [141, "14:00"],
    by: "tomas.ekeland@otp.gov.example",
    status: "ACTIVE",
    nontraditional: true,
  },
  { organization: "meridian", at: [150, "14:20"], by: MARCUS, status: "ACTIVE" },
  { organization: "cascadia", at: [137, "15:20"], by: "alejandro.cruz-medina@otp.gov.example", status: "ACTIVE" },
  { organization: "chesapeake", at: [145, "14:40"], by: MARCUS, status: "ACTIVE" },
  { organization: "lattice", at: [140, "16:00"], by: "keisha.abernathy@otp.gov.example", status: "ACTIVE" },
  { organization: "prairie", at: [130, "15:30"], by: "daniel.whitcomb@otp.gov.example", status: "ACTIVE" },
  {
    organization: "nordstjarnan",
    at: [126, "15:50"],
    by: "ingrid.sorensen-blackwood@otp.gov.example",
    status: "ACTIVE",
  },
  {
    organization: "vantage",
    at: [129, "16:10"],
    by: "ingrid.sorensen-blackwood@otp.gov.example",
    status: "ACTIVE",
    nontraditional: true,
  },
  { organization: "kestrel", at: [122, "16:20"], by: "jonathan.pruitt@otp.gov.example", status: "ACTIVE" },
  { organization: "redoubt", at: [125, "16:30"], by: "renee.thibodeaux@otp.gov.example", status: "ACTIVE" },
  { organization: "redoubt", at: [33, "16:40"], by: "renee.thibodeaux@otp.gov.example", status: "WATCHLIST" },
  { organization: "palisade", at: [121, "14:10"], by: "renee.thibodeaux@otp.gov.example", status: "ACTIVE" },
  { organization: "palisade", at: [52, "14:15"], by: PRIYA, status: "INACTIVE" },
  { organization: "grunwald", at: [103, "14:25"], by: "mei-ling.castellanos@otp.gov.example", status: "ACTIVE" },
  { organization: "montreal", at: [109, "14:35"], by: PRIYA, status: "UNDER_REVIEW" },
  { organization: "consortium", at: [95, "14:45"], by: "keisha.abernathy@otp.gov.example", status: "UNDER_REVIEW" },
  {
    organization: "solstice",
    at: [84, "14:55"],
    by: "alejandro.cruz-medina@otp.gov.example",
    status: "UNDER_REVIEW",
    nontraditional: true,
  },
];

export function standingActs({ ago }: Times): StageAct[] {
  return DECISIONS.map((decision) => ({
    at: ago(decision.at),
    what: `${decision.status} for ${decision.organization}`,
    perform: (stage) => decide(stage, decision),
  }));
}

async function decide(stage: Stage, { organization: key, by, status, nontraditional }: Decision): Promise<void> {
  const id = stage.idOf("organization", key);
  await stage.perform(setOrganizationStatus, by, { id, status });
  if (nontraditional !== undefined) await stage.perform(setOrganizationNontraditional, by, { id, nontraditional });
}
