import { eq } from "drizzle-orm";
import type { IndustryRole } from "#db/enumerations";
import { invitation, user } from "#db/schema";
import { hashToken } from "~/domain/session/session.server";
import { DEMONSTRATION_PASSWORD } from "./credentials";
import { ORGANIZATIONS } from "./organizations";
import type { Stage, StageAct } from "./stage";
import type { Past, Times } from "./timeline";

interface Colleague {
  organization: string;
  email: string;
  name: string;
  industryRole: IndustryRole;
  invitedAt: Past;
}

const INVITATION_MILLISECONDS = 7 * 24 * 3_600_000;
/** An invitation is taken up three hours after it was sent. */
const JOINED_AFTER_DAYS = 1 / 8;
const TOKEN_BYTES = 32;

/** The second and third people of an organization, whom its administrator invited. */
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

/** Invitations, each taken up the same day. */
export function colleagueActs({ ago, after }: Times): StageAct[] {
  return COLLEAGUES.flatMap((colleague) => [
    {
      at: ago(colleague.invitedAt),
      what: `invitation of ${colleague.email}`,
      perform: (stage) => invite(stage, colleague),
    },
    {
      at: after(colleague.invitedAt, JOINED_AFTER_DAYS),
      what: `joining of ${colleague.email}`,
      perform: (stage) => join(stage, colleague),
    },
  ]);
}

async function invite(stage: Stage, { organization, email, industryRole }: Colleague): Promise<void> {
  const host = ORGANIZATIONS.find(({ key }) => key === organization);
  if (!host) throw new Error(`There is no organization ${organization}`);
  await stage.write(host.email, ({ services: { db, newId, randomBytes }, at, now, actor, audit }) => {
    const id = newId();
    db.insert(invitation)
      .values({
        id,
        organizationId: stage.idOf("organization", organization),
        email,
        industryRole,
        tokenHash: hashToken(randomBytes(TOKEN_BYTES).toString("base64url")),
        invitedBy: actor.id,
        expiresAt: new Date(now.getTime() + INVITATION_MILLISECONDS).toISOString(),
        createdAt: at,
      })
      .run();
    audit("industry_user_invited", {
      targetType: "invitation",
      targetId: id,
      details: { after: { email, industryRole } },
    });
  });
}

async function join(stage: Stage, { organization, email, name, industryRole }: Colleague): Promise<void> {
  const organizationId = stage.idOf("organization", organization);
  const passwordHash = await stage.services.passwords.hash(DEMONSTRATION_PASSWORD);
  stage.writeAsVisitor(email, ({ services: { db, newId }, at, audit }) => {
    const id = newId();
    db.insert(user)
      .values({
        id,
        email,
        name,
        role: "INDUSTRY",
        industryRole,
        organizationId,
        passwordHash,
        createdAt: at,
        updatedAt: at,
      })
      .run();
    db.update(invitation).set({ acceptedAt: at }).where(eq(invitation.email, email)).run();
    audit("industry_user_joined", {
      claimedEmail: email,
      targetType: "user",
      targetId: id,
      organizationId,
      details: { after: { email, name, industryRole } },
    });
  });
}

/** The name of the organization that an industry user belongs to. */
export function organizationNameOf(email: string): string {
  const key = COLLEAGUES.find((colleague) => colleague.email === email)?.organization;
  const found = ORGANIZATIONS.find((organization) => organization.key === key || organization.email === email);
  if (!found) throw new Error(`${email} belongs to no organization`);
  return found.orgName;
}
