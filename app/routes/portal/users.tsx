import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { INDUSTRY_ROLES } from "#db/enumerations";
import { changeIndustryRole } from "~/domain/industry-user/change-role.server";
import { industryUsersToChange } from "~/domain/industry-user/queries.server";
import { ROLE_WORDS } from "~/domain/industry-user/rules";
import { createInvitation } from "~/domain/invitation/create.server";
import { listInvitations } from "~/domain/invitation/queries.server";
import { newInvitationSchema } from "~/domain/invitation/schema";
import { withdrawInvitation } from "~/domain/invitation/withdraw.server";
import { wholeList } from "~/domain/paging";
import { constraintsOf, submitForm } from "~/http/form.server";
import { askedList, page } from "~/http/page.server";
import { answerForms, onceForm, pageForm } from "~/http/page-forms.server";
import { labelOf } from "~/labels";
import { LIMITS } from "~/limits";
import { SelectField, TextField } from "~/ui/fields";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { FormKit } from "~/ui/form-kit";
import { InvitationLink } from "~/ui/invitation-link";
import { captionOf, type Filter, FilterForm, ListEmpty, ListPages, ListSummary, listTitle, sortingOf } from "~/ui/list";
import { ComingDateTime, DataTable, EmptyState, PageHeader, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("People", data, FILTERS, data?.list));

const FILTERS: readonly Filter[] = [
  { name: "q", label: "Name or email contains" },
  { name: "withRole", label: "Has the role", options: INDUSTRY_ROLES },
];

const LABELS = { email: "Email address", industryRole: "Role" };

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "industry admin");
  const { filter, ...asked } = askedList(args.request, industryUsersToChange);
  return {
    ...asked,
    list: await read(industryUsersToChange, filter),
    invitations: wholeList(await read(listInvitations)),
    constraints: constraintsOf(newInvitationSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  await page(args, "industry admin");
  const others = {
    role: pageForm(changeIndustryRole, ({ email, industryRole }) => ({
      text: `${email} is now ${ROLE_WORDS[industryRole]}.`,
    })),
    withdraw: onceForm(withdrawInvitation, () => ({
      text: "The invitation was withdrawn. Its link is of no use now.",
    })),
  };
  const { searchParams } = new URL(args.request.url);
  if (Object.keys(others).some((name) => searchParams.has(name))) return answerForms(args, others);
  const outcome = await submitForm(args, createInvitation, { form: "invite" });
  // The link is shown on this very answer: a redirect would have to carry it in a cookie or an address.
  return outcome.ok ? { invited: outcome.result } : outcome.refused;
}

export default function People() {
  const data = useLoaderData<typeof loader>();
  const { list, invitations } = data;
  const answer = useActionData<typeof action>();
  const invited = answer && "invited" in answer ? answer.invited : undefined;
  const state = answer && "values" in answer ? answer : undefined;
  const formError = state?.form === "role" && state.formError ? `${state.formError} ${GUARDS}` : state?.formError;
  return (
    <>
      <PageHeader
        title="People"
        lede="Everybody who signs in for your organization. Changing a role notifies that person, unless they turned off such messages."
        actions={
          <a className="usa-button" href="#email">
            Invite a colleague
          </a>
        }
      />
      <ErrorSummary errors={state?.errors} formError={formError} labels={LABELS} />
      {invited && <InvitationLink {...invited} />}
      <FilterForm asked={data} filters={FILTERS} />
      <ListSummary asked={data} filters={FILTERS} list={list} noun={["person", "people"]} />
      {list.items.length > 0 ? (
        <DataTable
          caption={captionOf("People of your organization", data)}
          sorting={sortingOf(data)}
          rows={list.items}
          rowKey={(person) => person.id}
          columns={[
            {
              key: "name",
              header: "Name",
              sort: "name",
              cell: ({ name, email }) => (
                <>
                  {name}
                  <span className="glip-table__detail">{email}</span>
                </>
              ),
            },
            { key: "role", header: "Role", sort: "role", cell: ({ industryRole }) => labelOf(industryRole) },
            { key: "change", header: "Change", cell: (person) => <RoleChange person={person} /> },
          ]}
        />
      ) : (
        <ListEmpty asked={data} filters={FILTERS} list={list} titles={["Nobody fits", "Nobody yet"]} />
      )}
      <ListPages asked={data} list={list} />
      <Section title={`Open invitations (${invitations.length})`}>
        {invitations.length > 0 ? <Invitations /> : <NoInvitations />}
      </Section>
      <InviteForm />
    </>
  );
}

/** What nobody may do here, in words, for whoever forced it. */
const GUARDS =
  "Nobody takes the administrator's role from themselves, and an organization keeps at least one administrator.";

type Person = { id: string; name: string; industryRole: string; stays: "oneself" | "last" | null };

function RoleChange({ person: { id, name, industryRole, stays } }: { person: Person }) {
  if (stays === "oneself") return "This is you. Another administrator can take this role from you.";
  if (stays === "last") return "The only administrator stays one. Make somebody else an administrator first.";
  const promoted = industryRole === "INDUSTRY_USER";
  return (
    <Form method="post" action="?role">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="industryRole" value={promoted ? "INDUSTRY_ADMIN" : "INDUSTRY_USER"} />
      <SubmitButton variant="outline" pendingText="Changing…">
        {promoted ? "Make administrator" : "Make user"}
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
            <span className="glip-table__detail">
              {labelOf(industryRole)}, invited by {invitedBy.name}, good until <ComingDateTime value={expiresAt} />
            </span>
          </div>
          <ConfirmedAction
            label={
              <>
                Withdraw<span className="usa-sr-only"> the invitation of {email}</span>
              </>
            }
            action="?withdraw"
            fields={{ id }}
            confirmLabel="Withdraw the invitation"
            pendingText="Withdrawing…"
          >
            The link that you sent stops working. You can invite the person again, with another link.
          </ConfirmedAction>
        </li>
      ))}
    </ul>
  );
}

function NoInvitations() {
  return (
    <EmptyState title="Nobody is invited right now">
      <p>
        <a href="#email">Invite a colleague</a>, who then chooses a password and signs in for your organization.
      </p>
    </EmptyState>
  );
}

function InviteForm() {
  const { invitations, constraints } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "values" in answer && answer.form === "invite" ? answer : undefined;
  return (
    <Section title="Invite a colleague">
      <p>
        You get a link that is good for {LIMITS.invitationDays} days, to send yourself: this service sends no email. An
        open invitation of the same person is replaced, and its link stops working.
      </p>
      {/* Once somebody is invited, the key makes the form an empty one. */}
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
            hint="A user reads and submits. An administrator also changes the profile and the people."
          />
          <SubmitButton pendingText="Inviting…">Make the invitation link</SubmitButton>
        </FormKit>
      </Form>
    </Section>
  );
}
