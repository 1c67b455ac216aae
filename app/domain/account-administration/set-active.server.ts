import { defineOperation } from "~/operations/operation.server";
import { administeredAccount } from "./administered.server";
import {
  changeGovernmentActive,
  changeIndustryActive,
  GOVERNMENT_ACTIVE_EVENTS,
  INDUSTRY_ACTIVE_EVENTS,
} from "./change-active.server";
import { findSuccessor } from "./hand-over.server";
import { activeSchema } from "./schema";

/** Deactivates or reactivates someone else's account, for the pages. The API has a route for each kind of account. */
export const setAccountActive = defineOperation({
  gate: "account administration",
  input: activeSchema,
  events: [...GOVERNMENT_ACTIVE_EVENTS, ...INDUSTRY_ACTIVE_EVENTS],

  run(context, { id, ...change }) {
    const account = administeredAccount(context, id);
    const apply = account.organizationId === null ? changeGovernmentActive : changeIndustryActive;
    const refusal = apply(context, account, change);
    if (refusal) return refusal;
    const { successorId } = change;
    return {
      id,
      name: account.name,
      deactivated: account.active && !change.active,
      handedTo: successorId ? findSuccessor(context.db, account, successorId).name : null,
    };
  },
});
