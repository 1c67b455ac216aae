import { Link, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { STAYS_ACTIVE } from "~/domain/account-administration/rules";
import { IdentityLink } from "~/ui/account/identity-link";
import { PasswordLink } from "~/ui/account/password-link";
import { ConfirmedAction, ErrorSummary } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { type Breadcrumb, PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { labelOf } from "~/values/labels";
import type { changeAccount, loadAccount } from "./account-page.server";
import { IdentitySection } from "./identity-section";
import { SecondFactorSection } from "./second-factor-section";
import { SessionsSection } from "./sessions-section";
import { SignInSection } from "./sign-in-section";

type AccountPageProps = {
  /** The list that the account is in. */
  parent: Breadcrumb;
  /** Links to change what only this kind of account has. */
  children?: ReactNode;
};

/**
 * The page of someone else's account: what it is, and everything that its administrators may do. Each action is a section
 * of its own. To add one, add its section here and its form to `changeAccount`.
 */
export function AccountPage({ parent, children }: AccountPageProps) {
  const { account } = useLoaderData<typeof loadAccount>();
  const actionData = useActionData<typeof changeAccount>();
  const state = actionData && "values" in actionData ? actionData : undefined;
  const link = actionData && "link" in actionData ? actionData.link : undefined;
  return (
    <>
      <PageHeader
        title={account.name}
        breadcrumbs={[parent, { label: account.name }]}
        actions={<StatusTag value={account.active ? "ACTIVE" : "INACTIVE"} />}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {link?.purpose === "PASSWORD" && <PasswordLink {...link} />}
      {link?.purpose === "IDENTITY" && <IdentityLink {...link} />}
      <AccountRecord />
      {children}
      <SessionsSection />
      <SecondFactorSection />
      <IdentitySection />
      <SignInSection />
      <StateSection />
    </>
  );
}

function AccountRecord() {
  const { account, list } = useLoaderData<typeof loadAccount>();
  const { email, role, industryRole, organization, command, title, createdAt, lastSignInAt } = account;
  const belonging = organization
    ? [
        {
          term: "Organization",
          value: list.startsWith("/gov") ? (
            <Link to={`/gov/organizations/${organization.id}`}>{organization.name}</Link>
          ) : (
            organization.name
          ),
        },
      ]
    : [
        {
          term: "Command",
          value: command ? (
            <Link to={`/gov/admin/commands/${command.id}`}>
              {command.name} ({command.abbreviation})
            </Link>
          ) : (
            "None"
          ),
        },
        { term: "Title", value: title },
      ];
  return (
    <DescriptionList
      rows={[
        { term: "Email", value: email },
        { term: "Role", value: labelOf(industryRole ?? role) },
        ...belonging,
        { term: "Account since", value: <DateTime value={createdAt} /> },
        { term: "Last sign-in", value: lastSignInAt ? <DateTime value={lastSignInAt} /> : "Never" },
      ]}
    />
  );
}

/** Deactivates or reactivates the account. */
function StateSection() {
  const { account } = useLoaderData<typeof loadAccount>();
  const { name, active, staysActive, successor, organization } = account;
  if (!active) {
    return (
      <Section title="Deactivated">
        <p>
          {organization
            ? `${name} cannot sign in and gets no notifications.`
            : `${name} cannot sign in, gets no notifications and reviews no new submissions.`}{" "}
          The name stays on earlier records.
        </p>
        <p>
          {successor ? `${successor.name} took over the work. ` : "Nobody took over the work. "}
          <Link to="deactivate">{successor ? "See it or hand it to someone else" : "Hand it over"}</Link>
        </p>
        <ConfirmedAction
          label="Reactivate"
          action="?reactivate"
          fields={{ active: "true" }}
          confirmLabel="Reactivate account"
          isDestructive={false}
          pendingText="Reactivating…"
        >
          <p>{name} can sign in again with the same password and role, and gets the work back.</p>
        </ConfirmedAction>
      </Section>
    );
  }
  return (
    <Section title="Deactivate">
      {staysActive ? (
        <p>{STAYS_ACTIVE[staysActive]}</p>
      ) : (
        <p>
          If {name} leaves, <Link to="deactivate">deactivate the account</Link>. It is signed out immediately and cannot
          sign in again. Nothing is deleted.
        </p>
      )}
    </Section>
  );
}
