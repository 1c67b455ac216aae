import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { COLLEAGUES, deactivateAccount, loadAccount } from "~/routes/account/administered/account-page.server";
import { DeactivatePage } from "~/routes/account/administered/deactivate-page";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data && `Deactivate ${data.account.name}`);

export const loader = (args: LoaderFunctionArgs) => loadAccount(args, COLLEAGUES);
export const action = (args: ActionFunctionArgs) => deactivateAccount(args, COLLEAGUES);

export default function DeactivateColleague() {
  return <DeactivatePage parent={{ label: "People", to: "/portal/users" }} />;
}
