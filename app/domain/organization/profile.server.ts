import { and, eq, ne, or, type SQL } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "#db/open";
import { organization } from "#db/schema";
import { clearedTo } from "~/operations/changes";
import { invalidField, takenFields } from "~/values/errors";
import { comparisonKey } from "~/values/text";
import { organization as governmentOrganization, organizationProfile } from "./responses";
import type { profileSchema } from "./schema";
import { nameSkeleton } from "./skeleton";

type Profile = Partial<z.output<typeof profileSchema>>;
type Columns = Partial<typeof organization.$inferInsert>;

const DEFAULT_COUNTRY = "USA";

/**
 * The columns that a profile sets. Fields not sent are undefined; cleared fields are null, or the column's own empty
 * value. `smallBusiness` is derived on every save: all six set-asides are SBA categories.
 */
export function organizationColumns({ naicsCodes, setAsides, techTags, country, ...rest }: Profile): Columns {
  return {
    ...rest,
    naicsCodes: clearedTo(naicsCodes, []),
    setAsides: clearedTo(setAsides, []),
    smallBusiness: setAsides === undefined ? undefined : setAsides !== null && setAsides.length > 0,
    techTags: clearedTo(techTags, ""),
    country: clearedTo(country, DEFAULT_COUNTRY),
  };
}

/** The columns that a name sets. All code that names an organization must use this. */
export function nameColumns(name: string) {
  return { name, nameKey: comparisonKey(name), nameSkeleton: nameSkeleton(name) };
}

/** A business that starts after today does not exist yet. The schema has no clock, so it cannot check this. */
export function refuseFutureStart({ businessStartYear }: Profile, now: Date): void {
  const year = now.getUTCFullYear();
  if (businessStartYear && businessStartYear > year)
    throw invalidField("businessStartYear", "out_of_range", `Enter ${year} or an earlier year`);
}

/**
 * Refuses an organization that already exists: the same name, ignoring case and spacing, or the same UEI or CAGE code.
 * Call it under the write lock.
 * @throws DomainError conflict, naming the field
 */
export function refuseDuplicate(
  db: Database,
  { nameKey, cageCode, uei }: { nameKey?: string; cageCode?: string | null; uei?: string | null },
  ownId?: string,
): void {
  const same: SQL[] = [];
  if (nameKey) same.push(eq(organization.nameKey, nameKey));
  if (cageCode) same.push(eq(organization.cageCode, cageCode));
  if (uei) same.push(eq(organization.uei, uei));
  if (same.length === 0) return;
  const found = db
    .select({ nameKey: organization.nameKey, cageCode: organization.cageCode, uei: organization.uei })
    .from(organization)
    .where(and(or(...same), ownId === undefined ? undefined : ne(organization.id, ownId)))
    .get();
  if (!found) return;
  const [field, what] =
    nameKey && found.nameKey === nameKey
      ? ["orgName", "name"]
      : cageCode && found.cageCode === cageCode
        ? ["cageCode", "CAGE code"]
        : ["uei", "UEI"];
  throw takenFields({ [field]: `An organization with this ${what} is already registered` });
}

type Row = typeof organization.$inferSelect;

/** The columns of a row that a response declares. A new column is shown to nobody until a response declares it. */
function declaredOf<Name extends keyof Row>(row: Row, { shape }: { shape: Record<Name, unknown> }): Pick<Row, Name> {
  const shown = Object.entries(row).filter(([name]) => Object.hasOwn(shape, name));
  return Object.fromEntries(shown) as Pick<Row, Name>;
}

/** The organization as its own people read it (GET /api/portal/profile). */
export const viewOrganization = (row: Row) => declaredOf(row, organizationProfile);

/** The organization as government reads it. */
export const viewForGovernment = (row: Row) => declaredOf(row, governmentOrganization);
