import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { GOVERNMENT_ROLES } from "#db/enumerations";
import { assignableRoles, mayChange } from "~/domain/account-administration/government-tiers";
import { countAccountsToConfirm } from "~/domain/account-administration/recertification.server";
import { inviteGovernmentUser } from "~/domain/account-link/invite-government-user.server";
import { commandHierarchy } from "~/domain/command/queries.server";
import { inHierarchy, offeredCommands } from "~/domain/command/rules";
import { governmentUserToChange, searchGovernmentUsers } from "~/domain/government-user/queries.server";
import { governmentUserChangeSchema, invitedGovernmentUserSchema } from "~/domain/government-user/schema";
import { updateGovernmentUser } from "~/domain/government-user/update.server";
import { versionOf } from "~/operations/edited-record.server";
import { reachesCommand, reachThrough } from "~/policy/policy";
import { IdentityLink } from "~/ui/account/identity-link";
import { PasswordLink } from "~/ui/account/password-link";
import { LAST_SIGN_IN, PersonName } from "~/ui/account/person-columns";
import { RecertificationDue } from "~/ui/account/recertification-due";
import { commandOptions } from "~/ui/command/command-fields";
import { fieldValuesOf } from "~/ui/kit/form/field-values";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextField } from "~/ui/kit/form/text-field";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { hrefWith } from "~/ui/kit/list/list-address";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { labelOf, PASSWORD_HINT } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { emptyAsNull } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { passwordAdvice } from "~/web/forms/password-advice.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page, redirectWithNotice, requestedList } from "~/web/pages/page.server";
import { AdministrationNav } from "../administration-nav";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf<typeof loader>(({ data }) =>
  listTitle("Government users", data, filtersOf(data), data?.list),
);

const filtersOf = (data?: SerializeFrom<typeof loader>): Filter[] => [
  { name: "withRole", label: "With role", options: GOVERNMENT_ROLES },
  { name: "inCommand", label: "In command", options: data?.commands ?? [], emptyLabel: "Any command or none" },
  { name: "state", label: "State", options: ["ACTIVE", "INACTIVE"] },
  { name: "q", label: "Name or email contains" },
];

const LABELS = {
  name: "Name",
  email: "Email address",
  password: "First password",
  role: "Role",
  commandId: "Command",
  title: "Title",
};

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "admin tier");
  const { query: requested, faults, choices, filter } = requestedList(args.request, searchGovernmentUsers);
  const { user: chosen, ...query } = requested;
  const reach = reachThrough("user administration", actor);
  const { items, ...list } = await read(searchGovernmentUsers, filter);
  const commands = await read(commandHierarchy);
  const changed = chosen === undefined ? null : await read(governmentUserToChange, { id: chosen });
  const also = [actor.commandId, changed?.commandId, filter.inCommand];
  return {
    query,
    faults,
    choices,
    list: { ...list, items: items.map((user) => ({ ...user, mayChange: mayChange(reach, actor, user) })) },
    chosen: changed && { ...changed, readAt: versionOf(services.db, { kind: "user", id: changed.id }) },
    actorId: actor.id,
    toConfirm: await read(countAccountsToConfirm),
    commands: commandOptions(offeredCommands(commands, also)),
    assignable: {
      roles: assignableRoles(actor.role),
      commands: commandOptions(
        offeredCommands(inHierarchy(commands.filter(({ id }) => reachesCommand(reach, actor, id))), also),
      ),
      anyCommand: reach === "any",
    },
    credentialsLocked: services.settings.credentialsLocked,
    constraints: {
      add: constraintsOf(invitedGovernmentUserSchema),
      user: constraintsOf(governmentUserChangeSchema, ["userId"]),
    },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await page(args, updateGovernmentUser.gate);
  const toInput = emptyAsNull("commandId");
  const { searchParams } = new URL(args.request.url);
  const changedId = searchParams.get("user");
  if (changedId !== null) {
    return handleForms(args, {
      user: pageForm(
        updateGovernmentUser,
        // People who lower their own role may lose access to this page.
        ({ id, name }) => ({ text: `${name} saved.`, to: id === actor.id ? "/gov" : undefined }),
        { toInput, edits: { kind: "user", id: changedId } },
      ),
    });
  }
  const advice = passwordAdvice("password");
  const outcome = await submitForm(args, inviteGovernmentUser, {
    form: "add",
    toInput: (fields) => toInput(advice.toInput(fields)),
    once: true,
  });
  if (!outcome.ok) return outcome.refused;
  const { user, isInvited, link } = outcome.result;
  // The response itself shows the link. A redirect would have to carry it in a cookie or an address.
  if (link) return { invited: { email: user.email, ...link } };
  const { text, kind } = isInvited
    ? ({ text: `${user.name} was added. We showed the link once. You can make another one.`, kind: "success" } as const)
    : await advice.noticeWith(`${user.name} added.`, [], "The person must change it when they first sign in.");
  return redirectWithNotice(args, "/gov/admin/users", text, kind);
}

export default function GovernmentUsers() {
  const data = useLoaderData<typeof loader>();
  const { list, chosen, assignable } = data;
  const filters = filtersOf(data);
  const { invited, state } = useOutcome();
  const mayAdd = assignable.anyCommand || assignable.commands.length > 0;
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Government users"
        lede={assignable.anyCommand ? undefined : "You can see everyone and manage the people in your own command."}
        actions={
          mayAdd &&
          !chosen && (
            <a className="usa-button" href="#name">
              Add a user
            </a>
          )
        }
      />
      <RecertificationDue count={data.toConfirm} />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {invited?.purpose === "PASSWORD" && <PasswordLink {...invited} />}
      {invited?.purpose === "IDENTITY" && <IdentityLink {...invited} />}
      {chosen && <ChangeForm />}
      <FilterForm requested={data} filters={filters} />
      <div className="glip-list-and-form">
        <div>
          <ListSummary requested={data} filters={filters} list={list} noun={["government user", "government users"]} />
          {list.items.length > 0 ? (
            <UsersTable />
          ) : (
            <ListEmpty requested={data} filters={filters} list={list} titles={["No matching users", "No users yet"]} />
          )}
          <ListPages requested={data} list={list} />
        </div>
        {mayAdd && !chosen && <AddForm />}
      </div>
      {!mayAdd && (
        <Section title="Add a user">
          <Alert kind="info">
            You are not in a command, so you cannot add or change users. Ask a government administrator to add you to
            one.
          </Alert>
        </Section>
      )}
    </>
  );
}

function UsersTable() {
  const data = useLoaderData<typeof loader>();
  return (
    <DataTable
      isDense
      caption={captionOf("Government users", data)}
      sorting={sortingOf(data)}
      rows={data.list.items}
      rowKey={(user) => user.id}
      columns={[
        {
          key: "name",
          header: "Name",
          sort: "name",
          cell: (user) => <PersonName person={user} to={user.mayChange ? `/gov/admin/users/${user.id}` : null} />,
        },
        { key: "role", header: "Role", sort: "role", cell: (user) => labelOf(user.role) },
        {
          key: "command",
          header: "Command",
          sort: "command",
          cell: ({ command }) =>
            command && <Link to={`/gov/admin/commands/${command.id}`}>{command.abbreviation}</Link>,
        },
        { key: "title", header: "Title", sort: "title", cell: (user) => user.title },
        LAST_SIGN_IN,
        {
          key: "actions",
          header: "Actions",
          cell: (user) =>
            user.mayChange && (
              <Link to={`${hrefWith(data.query, { user: user.id })}#change-heading`}>
                Change<span className="usa-sr-only"> {user.name}</span>
              </Link>
            ),
        },
      ]}
    />
  );
}

/** What the action returned: the link of a user that it added, or the state of a refused form. */
function useOutcome() {
  const actionData = useActionData<typeof action>();
  return {
    invited: actionData && "invited" in actionData ? actionData.invited : undefined,
    state: actionData && "values" in actionData ? actionData : undefined,
  };
}

/** The fields of both new and changed users, limited to what the actor may assign. */
function AssignmentFields() {
  const { assignable } = useLoaderData<typeof loader>();
  return (
    <>
      <SelectField name="role" label={LABELS.role} options={assignable.roles} />
      <SelectField
        name="commandId"
        label={LABELS.commandId}
        options={assignable.commands}
        emptyLabel={assignable.anyCommand ? "None" : null}
        hint="Command leads and points of contact can record engagements only for their own command."
      />
      <TextField name="title" label={LABELS.title} />
    </>
  );
}

function ChangeForm() {
  const { query, chosen, actorId, constraints } = useLoaderData<typeof loader>();
  const { state } = useOutcome();
  if (!chosen) return null;
  const refused = state?.form === "user" ? state : undefined;
  const { id, name, email, role, commandId, title, readAt } = chosen;
  return (
    <section className="glip-highlight" aria-labelledby="change-heading">
      <div className="glip-stack glip-stack--small">
        <h2 id="change-heading">Change {name}</h2>
        <p className="glip-muted">{email}</p>
        {id === actorId && (
          <Alert kind="warning">This is your own account. Changes apply from the next page you open.</Alert>
        )}
      </div>
      <Form
        key={id}
        method="post"
        action={`?${new URLSearchParams({ ...query, user: id })}`}
        noValidate
        className="usa-form usa-form--large glip-form"
      >
        <FormKit
          constraints={constraints.user}
          values={refused?.values ?? fieldValuesOf({ role, commandId, title })}
          errors={refused?.errors}
        >
          <ReadAtField value={refused?.readAt ?? readAt} />
          <input type="hidden" name="userId" value={id} />
          <AssignmentFields />
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">Save user</SubmitButton>
            <Link to={`?${new URLSearchParams(query)}`}>Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </section>
  );
}

function AddForm() {
  const { list, constraints, credentialsLocked } = useLoaderData<typeof loader>();
  const { state } = useOutcome();
  const refused = state?.form === "add" ? state : undefined;
  return (
    <Section title="Add a user">
      {/* The key makes an empty form after a user is added. */}
      <Form key={list.total} method="post" action="?add" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints.add} values={refused?.values ?? {}} errors={refused?.errors}>
          <TextField name="name" label={LABELS.name} autoComplete="off" />
          <TextField name="email" label={LABELS.email} type="email" autoComplete="off" spellCheck={false} />
          <PasswordField
            name="password"
            label={LABELS.password}
            autoComplete="new-password"
            hint={
              credentialsLocked ? (
                <>
                  {PASSWORD_HINT}. Give it to the person yourself. Passwords cannot be changed on this deployment now.
                  When they can, the person must change it first.
                </>
              ) : (
                <>
                  Leave this empty to get a link with which the person chooses their own password. If you choose one,
                  give it to the person yourself. We do not email it. The person must change it when they first sign in.{" "}
                  {PASSWORD_HINT}.
                </>
              )
            }
          />
          <AssignmentFields />
          <SubmitButton pendingText="Adding…">Add user</SubmitButton>
        </FormKit>
      </Form>
    </Section>
  );
}
