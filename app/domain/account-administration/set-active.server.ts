import { defineOperation } from "~/operations/operation.server";
import { administeredAccount } from "./administered.server";
import {
  changeGovernmentActive,
  changeIndustryActive,
  GOVERNMENT_ACTIVE_EVENTS,
  INDUSTRY_ACTIVE_EVENTS,
} from "./change-active.server";
import { activeSchema } from "./schema";

/** Deactivates or reactivates someone else's account, for the pages. The API has a route for each kind of account. */
export const setAccountActive = defineOperation({
  gate: "account administration",
  input: activeSchema,
  events: [...GOVERNMENT_ACTIVE_EVENTS, ...INDUSTRY_ACTIVE_EVENTS],

  run(context, { id, active }) {
    const account = administeredAccount(context, id);
    const change = account.organizationId === null ? changeGovernmentActive : changeIndustryActive;
    return change(context, account, active) ?? { id, name: account.name, active };
  },
});
