import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { AccountPage } from "~/routes/account/administered/account-page";
import { changeAccount, INDUSTRY_USERS, loadAccount } from "~/routes/account/administered/account-page.server";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data?.account.name);

export const loader = (args: LoaderFunctionArgs) => loadAccount(args, INDUSTRY_USERS);
export const action = (args: ActionFunctionArgs) => changeAccount(args, INDUSTRY_USERS);

export default function IndustryUser() {
  return (
    <AccountPage parent={{ label: "Industry users", to: "/gov/admin/industry-users" }}>
      <p>
        <Link to="release">Change or release the email address</Link>
      </p>
    </AccountPage>
  );
}
