import type { IndustryRole } from "#db/enumerations";
import { DEMONSTRATION_PASSWORD } from "~/demo/stage/credentials";
import type { Stage, StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { acceptInvitation } from "~/domain/industry-user/accept-invitation.server";
import { createInvitation } from "~/domain/invitation/create.server";
import { ORGANIZATIONS } from "./organizations";

interface Invited {
  organization: string;
  email: string;
  industryRole: IndustryRole;
  invitedAt: Past;
}

interface Colleague extends Invited {
  name: string;
}

/** People accept an invitation 3 hours after it was sent. */
const JOINED_AFTER_DAYS = 1 / 8;

/** The second and third people of an organization. Its administrator invited them. */
export const COLLEAGUES: readonly Colleague[] = [
  {
    organization: "halcyon",
    email: "omar.siddiqui@halcyon-autonomy.example",
    name: "Omar Siddiqui",
    industryRole: "INDUSTRY_USER",
    invitedAt: [150, "15:00"],
  },
  {
    organization: "halcyon",
    email: "terrence.boyd@halcyon-autonomy.example",
    name: "Terrence Boyd",
    industryRole: "INDUSTRY_ADMIN",
    invitedAt: [90, "15:00"],
  },
  {
    organization: "ironwood",
    email: "dana.whitehorse@ironwood-cuas.example",
    name: "Dana Whitehorse",
    industryRole: "INDUSTRY_USER",
    invitedAt: [148, "16:00"],
  },
  {
    organization: "cascadia",
    email: "marisol.vega@cascadia-additive.example",
    name: "Marisol Vega",
    industryRole: "INDUSTRY_ADMIN",
    invitedAt: [145, "18:00"],
  },
  {
    organization: "cascadia",
    email: "ben.achterberg@cascadia-additive.example",
    name: "Ben Achterberg",
    industryRole: "INDUSTRY_USER",
    invitedAt: [98, "18:00"],
  },
  {
    organization: "lattice",
    email: "susan.pham@lattice-ridge.example",
    name: "Susan Pham",
    industryRole: "INDUSTRY_USER",
    invitedAt: [140, "19:00"],
  },
  {
    organization: "lattice",
    email: "gregory.stanhope@lattice-ridge.example",
    name: "Gregory Stanhope",
    industryRole: "INDUSTRY_USER",
    invitedAt: [64, "19:00"],
  },
  {
    organization: "vantage",
    email: "felix.aguilar@vantage-orbit.example",
    name: "Félix Aguilar",
    industryRole: "INDUSTRY_USER",
    invitedAt: [120, "15:00"],
  },
  {
    organization: "redoubt",
    email: "tasha.grant@redoubt-cyber.example",
    name: "Tasha Grant",
    industryRole: "INDUSTRY_USER",
    invitedAt: [118, "14:00"],
  },
  {
    organization: "meridian",
    email: "hlin@meridian-arc.example",
    name: "Dr. Hsiu-Mei Lin",
    industryRole: "INDUSTRY_USER",
    invitedAt: [139, "14:00"],
  },
  {
    organization: "meridian",
    email: "rkaplan@meridian-arc.example",
    name: "Robert Kaplan",
    industryRole: "INDUSTRY_ADMIN",
    invitedAt: [101, "14:00"],
  },
  {
    organization: "chesapeake",
    email: "l.brandt@chesapeake-ssl.example",
    name: "Lena Brandt",
    industryRole: "INDUSTRY_USER",
    invitedAt: [134, "13:00"],
  },
  {
    organization: "prairie",
    email: "jdelgado@ias.prairie-state.example",
    name: "Joaquín Delgado",
    industryRole: "INDUSTRY_USER",
    invitedAt: [115, "19:00"],
  },
  {
    organization: "kestrel",
    email: "paul.vandermeer@kestrel-institute.example",
    name: "Paul van der Meer",
    industryRole: "INDUSTRY_USER",
    invitedAt: [99, "17:00"],
  },
  {
    organization: "nordstjarnan",
    email: "mats.oberg@nordstjarnan.example",
    name: "Mats Öberg",
    industryRole: "INDUSTRY_USER",
    invitedAt: [131, "09:00"],
  },
  {
    organization: "solstice",
    email: "kyle.romero@solstice-storage.example",
    name: "Kyle Romero",
    industryRole: "INDUSTRY_USER",
    invitedAt: [88, "20:00"],
  },
];

/** People who have not accepted their invitation yet. */
const STILL_INVITED: readonly Invited[] = [
  {
    organization: "halcyon",
    email: "naomi.feld@halcyon-autonomy.example",
    industryRole: "INDUSTRY_USER",
    invitedAt: [2, "16:20"],
  },
  {
    organization: "halcyon",
    email: "contracts@halcyon-autonomy.example",
    industryRole: "INDUSTRY_ADMIN",
    invitedAt: [1, "15:45"],
  },
];

/** Sends invitations. Some are accepted the same day, others not yet. */
export function colleagueActs({ ago, after }: Times): StageAct[] {
  const open = STILL_INVITED.map(
    (invited): StageAct => ({
      at: ago(invited.invitedAt),
      what: `invitation of ${invited.email}`,
      perform: (stage) => invite(stage, invited),
    }),
  );
  const accepted = COLLEAGUES.flatMap((colleague): StageAct[] => {
    let token = "";
    return [
      {
        at: ago(colleague.invitedAt),
        what: `invitation of ${colleague.email}`,
        async perform(stage) {
          token = await invite(stage, colleague);
        },
      },
      {
        at: after(colleague.invitedAt, JOINED_AFTER_DAYS),
        what: `joining of ${colleague.email}`,
        perform: (stage) => join(stage, colleague, token),
      },
    ];
  });
  return [...accepted, ...open];
}

/** @returns the token in the invitation's link */
async function invite(stage: Stage, { organization, email, industryRole }: Invited): Promise<string> {
  const host = ORGANIZATIONS.find(({ key }) => key === organization);
  if (!host) throw new Error(`There is no organization ${organization}`);
  const { url } = await stage.perform(createInvitation, host.email, { email, industryRole });
  return url.slice(url.lastIndexOf("/") + 1);
}

function join(stage: Stage, { email, name }: Colleague, token: string) {
  // The operation ignores the email. The stage needs it for the visitor's address.
  return stage.perform(acceptInvitation, null, { email, token, name, password: DEMONSTRATION_PASSWORD });
}

/** The name of the organization that an industry user belongs to. */
export function organizationNameOf(email: string): string {
  const key = COLLEAGUES.find((colleague) => colleague.email === email)?.organization;
  const found = ORGANIZATIONS.find((organization) => organization.key === key || organization.email === email);
  if (!found) throw new Error(`${email} belongs to no organization`);
  return found.orgName;
}
