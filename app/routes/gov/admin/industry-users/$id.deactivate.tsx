import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deactivateAccount, INDUSTRY_USERS, loadHandover } from "~/routes/account/administered/account-page.server";
import { DeactivatePage, handoverTitle } from "~/routes/account/administered/deactivate-page";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data && handoverTitle(data.account));

export const loader = (args: LoaderFunctionArgs) => loadHandover(args, INDUSTRY_USERS);
export const action = (args: ActionFunctionArgs) => deactivateAccount(args, INDUSTRY_USERS);

export default function DeactivateIndustryUser() {
  return <DeactivatePage parent={{ label: "Industry users", to: "/gov/admin/industry-users" }} />;
}
