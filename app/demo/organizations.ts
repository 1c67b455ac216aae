import { DEMONSTRATION_PASSWORD } from "~/demo/stage/credentials";
import type { Organization } from "~/demo/stage/rows";
import type { StageAct } from "~/demo/stage/stage";
import type { Times } from "~/demo/stage/timeline";
import { COMPANIES } from "~/demo/tables/companies";
import { INSTITUTIONS } from "~/demo/tables/institutions";
import { PARTNERS } from "~/demo/tables/partners";
import { registerOrganization } from "~/domain/organization/register.server";
import { updateProfile } from "~/domain/organization/update-profile.server";

/** Twenty organizations: complete and sparse, small and large, here and abroad. */
export const ORGANIZATIONS: readonly Organization[] = [...COMPANIES, ...INSTITUTIONS, ...PARTNERS];

/** Registers organizations and changes some profiles later. */
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
