import { z } from "zod";
import { exportedCall } from "../call/answers";
import { exportedEngagement } from "../engagement/answers";
import { organization } from "../organization/answers";
import { exportedSubmission } from "../submission/answers";

/** GET /api/export/all: the whole file. */
export const ledgerExport = z.object({
  data: z.object({
    organizations: z.array(organization),
    submissions: z.array(exportedSubmission),
    engagements: z.array(exportedEngagement),
    calls: z.array(exportedCall),
  }),
});
