import type { OrganizationType } from "#db/enumerations";
import { registerOrganization } from "~/domain/organization/register.server";
import { updateProfile } from "~/domain/organization/update-profile.server";
import { DEMONSTRATION_PASSWORD } from "./credentials";
import type { StageAct } from "./stage";
import { COMPANIES } from "./tables/companies";
import { INSTITUTIONS } from "./tables/institutions";
import { PARTNERS } from "./tables/partners";
import type { Past, Times } from "./timeline";

/** A registration as its form sends it; `key` is what the other tables call the organization. */
export interface Organization {
  key: string;
  registeredAt: Past;
  orgName: string;
  orgType: OrganizationType;
  contactName: string;
  email: string;
  /** The rest of the registration form. The SAM expiration is counted in days from now. */
  profile?: Record<string, string | string[]>;
  samExpiresInDays?: number;
  /** What the organization changed in its profile later. */
  change?: { at: Past; fields: Record<string, string | string[]> };
}

/** Twenty organizations: complete and sparse, small and large, here and abroad. */
export const ORGANIZATIONS: readonly Organization[] = [...COMPANIES, ...INSTITUTIONS, ...PARTNERS];

/** Registrations, and the profiles that were changed since. */
export function organizationActs({ ago, day }: Times): StageAct[] {
  return ORGANIZATIONS.flatMap(({ key, registeredAt, change, profile, samExpiresInDays, ...contact }) => {
    const registration: StageAct = {
      at: ago(registeredAt),
      what: `registration of ${contact.orgName}`,
      async perform(stage) {
        const form = {
          ...contact,
          ...profile,
          ...(samExpiresInDays !== undefined && { samExpirationDate: day(samExpiresInDays) }),
          password: DEMONSTRATION_PASSWORD,
        };
        const { organizationId } = await stage.perform(registerOrganization, null, form);
        stage.remember("organization", key, organizationId);
      },
    };
    if (!change) return [registration];
    return [
      registration,
      {
        at: ago(change.at),
        what: `profile of ${contact.orgName}`,
        perform: (stage) => stage.perform(updateProfile, contact.email, { orgType: contact.orgType, ...change.fields }),
      },
    ];
  });
}
