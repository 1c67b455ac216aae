import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deactivateAccount, GOVERNMENT_USERS, loadHandover } from "~/routes/account/administered/account-page.server";
import { DeactivatePage, handoverTitle } from "~/routes/account/administered/deactivate-page";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data && handoverTitle(data.account));

export const loader = (args: LoaderFunctionArgs) => loadHandover(args, GOVERNMENT_USERS);
export const action = (args: ActionFunctionArgs) => deactivateAccount(args, GOVERNMENT_USERS);

export default function DeactivateGovernmentUser() {
  return <DeactivatePage parent={{ label: "Government users", to: "/gov/admin/users" }} />;
}
