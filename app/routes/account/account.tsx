import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { ownPreferences, updatePreferences } from "~/domain/account/preferences.server";
import { ownAccount } from "~/domain/account/queries.server";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { ownIdentity } from "~/domain/identity/queries.server";
import { ownSecondFactor } from "~/domain/second-factor/queries.server";
import { endOtherSessions } from "~/domain/session/end-other-sessions.server";
import { endOwnSession } from "~/domain/session/end-own-session.server";
import { ownSessions } from "~/domain/session/queries.server";
import { reachThrough } from "~/policy/policy";
import { SessionsTable } from "~/ui/account/sessions-table";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { labelOf } from "~/values/labels";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Your account");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "signed in");
  const { credentialsLocked, sessionIdleMinutes, sessionAbsoluteHours } = services.settings;
  return {
    account: await read(ownAccount),
    secondFactor: await read(ownSecondFactor),
    sessions: await read(ownSessions),
    lockMessage: credentialsLocked ? LOCK_MESSAGE : null,
    identity: await read(ownIdentity),
    preferences: reachThrough("gov read", actor) === null ? null : await read(ownPreferences),
    lasting: { minutes: sessionIdleMinutes, hours: sessionAbsoluteHours },
  };
}

export function action(args: ActionFunctionArgs) {
  return handleForms(args, {
    preferences: pageForm(
      updatePreferences,
      ({ singleKeyShortcuts }) => ({ text: `Shortcuts turned ${singleKeyShortcuts ? "on" : "off"}.` }),
      { toInput: ({ singleKeyShortcuts }) => ({ singleKeyShortcuts: singleKeyShortcuts === "true" }) },
    ),
    end: pageForm(endOwnSession, () => ({ text: "Session ended." }), { once: true }),
    endOthers: pageForm(endOtherSessions, ({ ended }) => ({
      text: `${counted(ended, "other session", "other sessions")} ended.`,
    })),
  });
}

export default function Account() {
  const { account, secondFactor, lockMessage, identity, preferences } = useLoaderData<typeof loader>();
  const { name, email, role, industryRole, organizationName, command, title, createdAt } = account;
  return (
    <>
      <PageHeader title="Your account" />
      <DescriptionList
        rows={[
          { term: "Name", value: name },
          { term: "Email", value: email },
          { term: "Role", value: labelOf(industryRole ?? role) },
          industryRole
            ? { term: "Organization", value: organizationName }
            : {
                term: "Command",
                value: command ? (
                  <Link to={`/gov/admin/commands/${command.id}`}>
                    {command.name} ({command.abbreviation})
                  </Link>
                ) : (
                  "None. An administrator can add you to one."
                ),
              },
          ...(industryRole ? [] : [{ term: "Title", value: title ?? null }]),
          { term: "Account since", value: createdAt ? <DateTime value={createdAt} /> : null },
        ]}
      />
      <Section title="Password">
        {lockMessage ?? (
          <p>
            <Link to="/account/password">Change your password</Link>. This signs you out everywhere.
          </p>
        )}
      </Section>
      <Section title="Second factor">
        {secondFactor.since !== null ? (
          <p>
            On since <DateTime value={secondFactor.since} />, with{" "}
            {counted(secondFactor.codesLeft, "recovery code", "recovery codes")} left.{" "}
            <Link to="/account/second-factor">Change your second factor</Link>.
          </p>
        ) : (
          <p>
            {secondFactor.passkeys?.length ? (
              <>
                Your passkey is your second factor. <Link to="/account/second-factor">Set up an app with codes</Link>{" "}
                too, in case you lose the device.
              </>
            ) : (
              <>
                Off. <Link to="/account/second-factor">Set up an app with codes</Link>, so that your password is not
                enough to sign in.
              </>
            )}
          </p>
        )}
        {secondFactor.passkeys !== null && (
          <p>
            {counted(secondFactor.passkeys.length, "passkey", "passkeys")}.{" "}
            <Link to="/account/passkeys">Add or remove passkeys</Link>.
          </p>
        )}
      </Section>
      {identity && (
        <Section title="Single sign-on">
          <p>
            {identity.since === null ? (
              <Link to="/account/single-sign-on">Link your identity at {identity.name}</Link>
            ) : (
              <>
                Your identity at {identity.name} has been linked since <DateTime value={identity.since} />.{" "}
                <Link to="/account/single-sign-on">Change single sign-on</Link>
              </>
            )}
            .
          </p>
        </Section>
      )}
      <Section title="Notifications">
        <p>
          <Link to="/notifications/settings">Choose your notifications</Link>.
        </p>
        <p>
          <Link to="/account/feeds">See your dates in your calendar, and notifications in a feed reader</Link>.
        </p>
      </Section>
      {preferences && <ShortcutsSetting isOn={preferences.singleKeyShortcuts} />}
      <Sessions />
    </>
  );
}

function ShortcutsSetting({ isOn }: { isOn: boolean }) {
  return (
    <Section title="Keyboard shortcuts">
      <p>
        {isOn
          ? "The list of submissions and their pages have shortcuts of one key. Press ? there to see them. Turn them off if you use speech input, or press keys by accident."
          : "The shortcuts of the list of submissions and their pages are off."}
      </p>
      <Form method="post" action="?preferences" preventScrollReset>
        <SubmitButton name="singleKeyShortcuts" value={String(!isOn)} variant="outline" pendingText="Saving…">
          {isOn ? "Turn off shortcuts" : "Turn on shortcuts"}
        </SubmitButton>
      </Form>
    </Section>
  );
}

function Sessions() {
  const { sessions, lasting } = useLoaderData<typeof loader>();
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <Section title="Where you are signed in">
      <p>
        We sign you out if you do nothing for {counted(lasting.minutes, "minute", "minutes")}, and after{" "}
        {counted(lasting.hours, "hour", "hours")} in any case. If you do not recognize a session, end it and change your
        password.
      </p>
      <SessionsTable sessions={sessions} endAction="?end" />
      {others > 0 && (
        <ConfirmedAction
          label="End all other sessions"
          action="?endOthers"
          confirmLabel="End other sessions"
          pendingText="Ending…"
        >
          <p>
            This signs you out of {counted(others, "other session", "other sessions")}. You lose anything you have not
            saved there.
          </p>
        </ConfirmedAction>
      )}
    </Section>
  );
}
