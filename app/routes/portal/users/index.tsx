import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { industryUsersToChange } from "~/domain/industry-user/queries.server";
import { ROLE_GUARDS, ROLE_WORDS } from "~/domain/industry-user/rules";
import { updateIndustryUser } from "~/domain/industry-user/update.server";
import { createInvitation } from "~/domain/invitation/create.server";
import { listInvitations } from "~/domain/invitation/queries.server";
import { newInvitationSchema } from "~/domain/invitation/schema";
import { withdrawInvitation } from "~/domain/invitation/withdraw.server";
import { wholeList } from "~/lists/paging";
import { LAST_SIGN_IN, PersonName } from "~/ui/account/person-columns";
import { Detail } from "~/ui/kit/detail";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextField } from "~/ui/kit/form/text-field";
import { FutureDateTime } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { RowMenu } from "~/ui/kit/list/row-menu";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { useFrame } from "~/ui/kit/page/frame-context";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { labelOf } from "~/values/labels";
import { LIMITS } from "~/values/limits";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page, requestedList } from "~/web/pages/page.server";
import { InvitationLink } from "./invitation-link";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("People", data, FILTERS, data?.list));

const FILTERS: readonly Filter[] = [
  { name: "q", label: "Name or email contains" },
  { name: "withRole", label: "With role", options: INDUSTRY_ROLES },
  { name: "state", label: "State", options: ["ACTIVE", "INACTIVE"] },
];

const LABELS = { email: "Email address", industryRole: "Role" };

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "industry admin");
  const { filter, ...requested } = requestedList(args.request, industryUsersToChange);
  return {
    ...requested,
    list: await read(industryUsersToChange, filter),
    invitations: wholeList(await read(listInvitations)),
    constraints: constraintsOf(newInvitationSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const others = {
    role: pageForm(updateIndustryUser, ({ email, industryRole }) => ({
      text: `${email} is now ${ROLE_WORDS[industryRole]}.`,
    })),
    withdraw: pageForm(
      withdrawInvitation,
      () => ({
        text: "Invitation withdrawn. Its link no longer works.",
      }),
      { once: true },
    ),
  };
  const { searchParams } = new URL(args.request.url);
  if (Object.keys(others).some((name) => searchParams.has(name))) return handleForms(args, others);
  const outcome = await submitForm(args, createInvitation, { form: "invite" });
  // The response itself shows the link. A redirect would have to carry it in a cookie or an address.
  return outcome.ok ? { invited: outcome.result } : outcome.refused;
}

export default function People() {
  const data = useLoaderData<typeof loader>();
  const { list, invitations } = data;
  const actionData = useActionData<typeof action>();
  const invited = actionData && "invited" in actionData ? actionData.invited : undefined;
  const state = actionData && "values" in actionData ? actionData : undefined;
  const formError = state?.form === "role" && state.formError ? `${state.formError} ${ROLE_GUARDS}` : state?.formError;
  return (
    <>
      <PageHeader
        title="People"
        lede="Everyone who can sign in for your organization. If you change someone's role, we notify them, unless they turned off these notifications."
        actions={
          <a className="usa-button" href="#email">
            Invite a colleague
          </a>
        }
      />
      <ErrorSummary errors={state?.errors} formError={formError} labels={LABELS} />
      {invited && <InvitationLink {...invited} />}
      <FilterForm requested={data} filters={FILTERS} />
      <ListSummary requested={data} filters={FILTERS} list={list} noun={["person", "people"]} />
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf("People of your organization", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(person) => person.id}
          columns={[
            {
              key: "name",
              header: "Name",
              sort: "name",
              cell: (person) => <PersonName person={person} to={`/portal/users/${person.id}`} />,
            },
            { key: "role", header: "Role", sort: "role", cell: ({ industryRole }) => labelOf(industryRole) },
            LAST_SIGN_IN,
            {
              key: "actions",
              header: "Actions",
              cell: (person) => (
                <RowMenu of={person.name}>
                  <RoleChange person={person} />
                </RowMenu>
              ),
            },
          ]}
        />
      ) : (
        <ListEmpty requested={data} filters={FILTERS} list={list} titles={["No matching people", "No people yet"]} />
      )}
      <ListPages requested={data} list={list} />
      <Section title={`Open invitations (${invitations.length})`}>
        {invitations.length > 0 ? <Invitations /> : <NoInvitations />}
      </Section>
      <InviteForm />
    </>
  );
}

type Person = { id: string; name: string; industryRole: string; stays: "oneself" | "last" | null };

function RoleChange({ person: { id, name, industryRole, stays } }: { person: Person }) {
  if (stays === "oneself") return "This is you. Another administrator can change your role.";
  if (stays === "last") return "This is the only administrator. Make someone else an administrator first.";
  const promoted = industryRole === "INDUSTRY_USER";
  return (
    <Form method="post" action="?role">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="industryRole" value={promoted ? "INDUSTRY_ADMIN" : "INDUSTRY_USER"} />
      <SubmitButton variant="outline" pendingText="Changing…">
        {promoted ? "Make an administrator" : "Make a user"}
        <span className="usa-sr-only">: {name}</span>
      </SubmitButton>
    </Form>
  );
}

function Invitations() {
  const { invitations } = useLoaderData<typeof loader>();
  return (
    <ul className="glip-entries">
      {invitations.map(({ id, email, industryRole, expiresAt, invitedBy }) => (
        <li key={id} className="glip-entry">
          <div className="glip-entry__text">
            {email}
            <Detail>
              {labelOf(industryRole)}, invited by {invitedBy.name}, expires <FutureDateTime value={expiresAt} />
            </Detail>
          </div>
          <ConfirmedAction
            label={
              <>
                Withdraw<span className="usa-sr-only"> the invitation for {email}</span>
              </>
            }
            action="?withdraw"
            fields={{ id }}
            confirmLabel="Withdraw invitation"
            pendingText="Withdrawing…"
          >
            The link you sent will stop working. You can invite this person again with a new link.
          </ConfirmedAction>
        </li>
      ))}
    </ul>
  );
}

function NoInvitations() {
  return (
    <EmptyState title="No open invitations">
      <p>
        <a href="#email">Invite a colleague</a> to choose a password and sign in for your organization.
      </p>
    </EmptyState>
  );
}

function InviteForm() {
  const sendsMail = useFrame()?.sendsMail ?? false;
  const { invitations, constraints } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const refused = actionData && "values" in actionData && actionData.form === "invite" ? actionData : undefined;
  return (
    <Section title="Invite a colleague">
      <p>
        {sendsMail
          ? "We email your colleague a link, and show it to you."
          : "We give you a link to send to your colleague. We do not send email."}{" "}
        It works for {LIMITS.invitationDays} days. If this person already has an open invitation, the new link replaces
        the old one.
      </p>
      {/* The key makes an empty form after an invitation. */}
      <Form
        key={invitations[0]?.id ?? "none"}
        method="post"
        action="?invite"
        noValidate
        className="usa-form usa-form--large glip-form"
      >
        <FormKit constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
          <TextField name="email" label={LABELS.email} type="email" autoComplete="off" spellCheck={false} />
          <SelectField
            name="industryRole"
            label={LABELS.industryRole}
            hint="A user can read and submit. An administrator can also change the profile, invite people and change their roles."
          />
          <SubmitButton pendingText="Creating…">Create invitation link</SubmitButton>
        </FormKit>
      </Form>
    </Section>
  );
}
