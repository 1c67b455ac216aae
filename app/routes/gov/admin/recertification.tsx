import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { accountsToConfirm, recertifyAccounts } from "~/domain/account-administration/recertification.server";
import { LAST_SIGN_IN, PersonName } from "~/ui/account/person-columns";
import { Detail } from "~/ui/kit/detail";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { type Column, DataTable } from "~/ui/kit/list/data-table";
import { ListPages } from "~/ui/kit/list/list-pages";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { labelOf } from "~/values/labels";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { AdministrationNav } from "./administration-nav";

const TITLE = "Recertification";
const LABELS = { confirm: "Confirm", deactivate: "Deactivate" };
const DECISIONS = [
  { value: "leave", label: "Decide later" },
  { value: "confirm", label: "Confirm" },
  { value: "deactivate", label: "Deactivate" },
] as const;
/** Each account's choice is a field of its own. */
const FIELD = "decision-";

export const meta = titleOf(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "user administration");
  const { filter, ...requested } = requestedList(args.request, accountsToConfirm);
  return { ...requested, list: await read(accountsToConfirm, filter) };
}

export async function action(args: ActionFunctionArgs) {
  await page(args, "user administration");
  return handleForms(args, {
    "": pageForm(
      recertifyAccounts,
      ({ confirmed, deactivated }) => ({
        text:
          confirmed + deactivated === 0
            ? "You chose nothing, so nothing changed."
            : `${counted(confirmed, "account", "accounts")} confirmed, ${deactivated} deactivated.`,
        to: "/gov/admin/recertification",
      }),
      { toInput: decisionsOf },
    ),
  });
}

/** The ids of the accounts with each decision. */
function decisionsOf(fields: Record<string, unknown>) {
  const chosen = (decision: string) =>
    Object.keys(fields)
      .filter((name) => name.startsWith(FIELD) && fields[name] === decision)
      .map((name) => name.slice(FIELD.length));
  return { confirm: chosen("confirm"), deactivate: chosen("deactivate") };
}

type Due = SerializeFrom<typeof loader>["list"]["items"][number];

export default function Recertification() {
  const data = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const { list } = data;
  const { recertifyDays } = list;
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title={TITLE}
        lede={
          recertifyDays > 0
            ? `Confirm at least every ${recertifyDays} days that each government account is still needed. Deactivate the accounts of people who left. To hand over their work too, select the name instead.`
            : "Recertification is turned off on this deployment."
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {list.items.length > 0 ? (
        <Form method="post" className="glip-stack">
          <DataTable
            isDense
            caption={`${counted(list.total, "account", "accounts")} to confirm, the longest unconfirmed first`}
            rows={list.items}
            rowKey={({ id }) => id}
            columns={COLUMNS}
          />
          <div>
            <SubmitButton pendingText="Saving…">Save decisions</SubmitButton>
          </div>
        </Form>
      ) : (
        <EmptyState title="No accounts to confirm">
          <p>
            See <Link to="/gov/admin/users">all government users</Link>.
          </p>
        </EmptyState>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}

const COLUMNS: readonly Column<Due>[] = [
  {
    key: "name",
    header: "Name",
    cell: (account) => <PersonName person={{ ...account, active: true }} to={`/gov/admin/users/${account.id}`} />,
  },
  {
    key: "role",
    header: "Role",
    cell: ({ role, command }) => (
      <>
        {labelOf(role)}
        {command && <Detail>{command.abbreviation}</Detail>}
      </>
    ),
  },
  LAST_SIGN_IN,
  {
    key: "confirmedAt",
    header: "Confirmed",
    cell: ({ confirmedAt }) => <DateTime value={confirmedAt} isShort />,
  },
  { key: "decision", header: "Decision", cell: (account) => <Decision account={account} /> },
];

function Decision({ account: { id, name } }: { account: Due }) {
  const state = useActionData<typeof action>();
  const field = `${FIELD}${id}`;
  return (
    <>
      <label className="usa-sr-only" htmlFor={field}>
        Decision about {name}
      </label>
      <select className="usa-select" id={field} name={field} defaultValue={[state?.values[field] ?? "leave"].flat()[0]}>
        {DECISIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}
