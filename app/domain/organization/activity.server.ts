import { idsOnPage, valuesById } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";

const COUNT_SUBMISSIONS = `
  SELECT given.value AS id,
    (SELECT count(*) FROM submission WHERE organization_id = given.value AND status <> 'ARCHIVED') AS value
  FROM json_each(?) AS given`;

/** How many submissions some organizations have, without archived ones, as in lists. */
export const submissionsOfOrganizations = defineQuery({
  gate: "gov read",
  input: idsOnPage,
  run: ({ db }, { ids }) => valuesById<number>(db, COUNT_SUBMISSIONS, ids),
});

const SELECT_LAST_ENGAGEMENT = `
  SELECT given.value AS id, (
    SELECT max(engagement.date) FROM engagement_organization AS part
    JOIN engagement ON engagement.id = part.engagement_id
    WHERE part.organization_id = given.value AND engagement.status <> 'PLANNED') AS value
  FROM json_each(?) AS given`;

/** The days of the last engagements with some organizations, without planned ones. */
export const lastEngagementsOfOrganizations = defineQuery({
  gate: "gov read",
  input: idsOnPage,
  run: ({ db }, { ids }) => valuesById<string | null>(db, SELECT_LAST_ENGAGEMENT, ids),
});
