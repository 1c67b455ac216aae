import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { AccountPage } from "~/routes/account/administered/account-page";
import { COLLEAGUES, changeAccount, loadAccount } from "~/routes/account/administered/account-page.server";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data?.account.name);

export const loader = (args: LoaderFunctionArgs) => loadAccount(args, COLLEAGUES);
export const action = (args: ActionFunctionArgs) => changeAccount(args, COLLEAGUES);

export default function Colleague() {
  return <AccountPage parent={{ label: "People", to: "/portal/users" }} />;
}
