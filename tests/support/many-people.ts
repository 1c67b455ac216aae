import { RECIPIENTS_AT_ONCE } from "~/routing/fan-out.server";
import { ORGANIZATIONS } from "./cast";
import type { Portal } from "./portal";

/** More people than the fan-out notifies in two transactions. */
export const PEOPLE = 2 * RECIPIENTS_AT_ONCE + 50;

export const personAt = (index: number) => `many-${String(index).padStart(5, "0")}`;

/** Adds `PEOPLE` industry users. Their ids sort after all others. */
export function addIndustry({ db, now }: Portal): void {
  const insert = db.$client.prepare(`
    INSERT INTO user (id, email, name, role, industry_role, organization_id, password_hash, created_at, updated_at)
    VALUES (@id, @id || '@example.test', 'Person', 'INDUSTRY', 'INDUSTRY_USER', @organizationId, 'none', @at, @at)`);
  db.$client.transaction(() => {
    for (let index = 0; index < PEOPLE; index += 1) {
      insert.run({ id: personAt(index), organizationId: ORGANIZATIONS.acme, at: now().toISOString() });
    }
  })();
}
