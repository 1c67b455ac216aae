import * as z from "zod";
import { exportedCall } from "~/domain/call/responses";
import { exportedEngagement } from "~/domain/engagement/responses";
import { organization } from "~/domain/organization/responses";
import { exportedSubmission } from "~/domain/submission/responses";

/** GET /api/export/all: the whole file. */
export const ledgerExport = z.object({
  data: z.object({
    organizations: z.array(organization),
    submissions: z.array(exportedSubmission),
    engagements: z.array(exportedEngagement),
    calls: z.array(exportedCall),
  }),
});
