import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { AccountPage } from "~/routes/account/administered/account-page";
import { changeAccount, GOVERNMENT_USERS, loadAccount } from "~/routes/account/administered/account-page.server";
import { titleOf } from "~/ui/kit/page/title";

export const meta = titleOf<typeof loader>(({ data }) => data?.account.name);

export const loader = (args: LoaderFunctionArgs) => loadAccount(args, GOVERNMENT_USERS);
export const action = (args: ActionFunctionArgs) => changeAccount(args, GOVERNMENT_USERS);

export default function GovernmentUser() {
  const { account } = useLoaderData<typeof loader>();
  return (
    <AccountPage parent={{ label: "Government users", to: "/gov/admin/users" }}>
      <p>
        <Link to={`/gov/admin/users?user=${account.id}#change-heading`}>Change role, command or title</Link>
      </p>
    </AccountPage>
  );
}
