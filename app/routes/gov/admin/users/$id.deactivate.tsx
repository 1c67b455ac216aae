import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { deactivateAccount, GOVERNMENT_USERS, loadAccount } from "~/routes/account/administered/account-page.server";
import { DeactivatePage } from "~/routes/account/administered/deactivate-page";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data && `Deactivate ${data.account.name}`);

export const loader = (args: LoaderFunctionArgs) => loadAccount(args, GOVERNMENT_USERS);
export const action = (args: ActionFunctionArgs) => deactivateAccount(args, GOVERNMENT_USERS);

export default function DeactivateGovernmentUser() {
  return <DeactivatePage parent={{ label: "Government users", to: "/gov/admin/users" }} />;
}
