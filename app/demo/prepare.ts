import { claimDatabase } from "#db/open";
import type { Settings } from "~/settings.server";
import { clearPlace, type DemonstrationPlace, inspectPlace } from "./place";
import { seedDemonstration } from "./seed";

export const AGENCY = "Office of Technology Partnerships";
/** How the made-up agency looks. */
export const AGENCY_SETTINGS = {
  AGENCY_NAME: AGENCY,
  CONTACT_EMAIL: "help@otp.gov.example",
  AGENCY_SEAL: "app/demo/seal.svg",
  AGENCY_ACCENT: "#0b5272",
  // A few lines of the official tables.
  NAICS_CODES: "app/demo/tables/naics-2022.csv",
  PSC_CODES: "app/demo/tables/psc-2024.csv",
};

/**
 * The settings of the demonstration's server. The caller's environment may set all of them except where the data is.
 * Everyone can read the sign-ins, so it accepts connections from this machine only, unless the environment sets HOST.
 */
export function demonstrationEnvironment(given: NodeJS.ProcessEnv, place: DemonstrationPlace): NodeJS.ProcessEnv {
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...rest } = given;
  return {
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    ...AGENCY_SETTINGS,
    ...rest,
    ...place,
    DEMONSTRATION: "true",
  };
}

interface Options {
  /** Deletes the data that is there first. */
  reset: boolean;
  say(text: string): void;
}

/** Seeds the place if it has no complete demonstration, or if it should start over. */
export async function prepareDemonstration(
  settings: Settings,
  place: DemonstrationPlace,
  { reset, say }: Options,
): Promise<void> {
  // Inspect it before claiming it, because claiming leaves a lock file, even beside a database that is not ours.
  inspectPlace(place);
  const release = claimDatabase(place.DATABASE_PATH);
  try {
    const state = inspectPlace(place);
    if (state === "seeded" && !reset) return say("The demonstration already exists, so its data is kept.");
    if (state !== "empty") {
      say(reset ? "Deleting the demonstration's data." : "The last seeding was interrupted. Starting over.");
      clearPlace(place);
    }
    say("Seeding the demonstration …");
    const started = performance.now();
    await seedDemonstration(settings, new Date());
    say(`Seeded in ${((performance.now() - started) / 1000).toFixed(1)} seconds.`);
  } finally {
    release();
  }
}
