import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { COLLEAGUES, deactivateAccount, loadHandover } from "~/routes/account/administered/account-page.server";
import { DeactivatePage, handoverTitle } from "~/routes/account/administered/deactivate-page";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data && handoverTitle(data.account));

export const loader = (args: LoaderFunctionArgs) => loadHandover(args, COLLEAGUES);
export const action = (args: ActionFunctionArgs) => deactivateAccount(args, COLLEAGUES);

export default function DeactivateColleague() {
  return <DeactivatePage parent={{ label: "People", to: "/portal/users" }} />;
}
