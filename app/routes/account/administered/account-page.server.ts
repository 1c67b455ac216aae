import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { handoverOf } from "~/domain/account-administration/assignments.server";
import { accountToAdminister } from "~/domain/account-administration/queries.server";
import { activeSchema } from "~/domain/account-administration/schema";
import { setAccountActive } from "~/domain/account-administration/set-active.server";
import { createIdentityLink, createPasswordLink } from "~/domain/account-link/create-links.server";
import { newPasswordLinkSchema } from "~/domain/account-link/schema";
import { identityOfAccount } from "~/domain/identity/queries.server";
import { unlinkIdentityOfAccount } from "~/domain/identity/unlink.server";
import { secondFactorOfAccount } from "~/domain/second-factor/queries.server";
import { removeSecondFactor } from "~/domain/second-factor/remove.server";
import { endSessionOfAccount, endSessionsOfAccount, sessionsOfAccount } from "~/domain/session/of-account.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import type { Gate } from "~/policy/policy";
import { counted } from "~/values/format";
import { constraintsOf } from "~/web/forms/constraints.server";
import { emptyAsNull, textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page, refuse } from "~/web/pages/page.server";

/*
 * What the pages of one account share: /gov/admin/users/:id, /gov/admin/industry-users/:id and /portal/users/:id. They
 * differ in who may open them, and in the kind of account.
 */

/** A place with pages of accounts: its gate, the kind of its accounts, and the address of its list. */
interface AccountPlace {
  gate: Gate;
  kind: "government" | "industry";
  list: string;
}

export const GOVERNMENT_USERS = {
  gate: "user administration",
  kind: "government",
  list: "/gov/admin/users",
} as const satisfies AccountPlace;
export const INDUSTRY_USERS = {
  gate: "system admin",
  kind: "industry",
  list: "/gov/admin/industry-users",
} as const satisfies AccountPlace;
export const COLLEAGUES = {
  gate: "industry admin",
  kind: "industry",
  list: "/portal/users",
} as const satisfies AccountPlace;

/** Admits a caller to an account's page. An account of the other kind is not found there. */
async function readAccount(args: LoaderFunctionArgs, { gate, kind }: AccountPlace) {
  const opened = await page(args, gate);
  const account = await opened.read(accountToAdminister, { id: args.params.id });
  if ((account.role === "INDUSTRY") !== (kind === "industry")) return refuse(args, 404);
  return { ...opened, account };
}

export async function loadAccount(args: LoaderFunctionArgs, place: AccountPlace) {
  const { account, actor, read, services } = await readAccount(args, place);
  const { credentialsLocked, identityProvider } = services.settings;
  return {
    account,
    sessions: await read(sessionsOfAccount, { id: account.id }),
    secondFactor: await read(secondFactorOfAccount, { id: account.id }),
    identity: await read(identityOfAccount, { id: account.id }),
    isLocked: credentialsLocked,
    list: place.list,
    signIn: {
      isOwn: account.id === actor?.id,
      lockMessage: credentialsLocked ? LOCK_MESSAGE : null,
      byPassword: maySignInByPassword(services.settings, account),
      provider: identityProvider?.name ?? null,
      constraints: constraintsOf(newPasswordLinkSchema, ["id"]),
    },
  };
}

/** The forms of an account's page, by the names in their actions. To add an action on accounts, add its form here. */
export async function changeAccount(args: ActionFunctionArgs, place: AccountPlace) {
  await page(args, place.gate);
  const { searchParams } = new URL(args.request.url);
  // The response itself shows the link. A redirect would have to carry it in a cookie or an address.
  if (searchParams.has("passwordLink")) {
    const outcome = await submitForm(args, createPasswordLink, {
      ...{ extra: args.params, form: "passwordLink" },
      toInput: (fields) => ({ ...fields, removeSecondFactor: fields.removeSecondFactor === "true" }),
    });
    return outcome.ok ? { link: { purpose: "PASSWORD" as const, ...outcome.result } } : outcome.refused;
  }
  if (searchParams.has("identityLink")) {
    const outcome = await submitForm(args, createIdentityLink, { extra: args.params, form: "identityLink" });
    return outcome.ok ? { link: { purpose: "IDENTITY" as const, ...outcome.result } } : outcome.refused;
  }
  return handleForms(args, {
    reactivate: pageForm(setAccountActive, ({ name }) => ({ text: `${name} can sign in again.` }), {
      toInput: textAsFlag("active"),
    }),
    endSession: pageForm(endSessionOfAccount, () => ({ text: "Session ended." }), { once: true }),
    endSessions: pageForm(endSessionsOfAccount, ({ ended }) => ({
      text: `${counted(ended, "session", "sessions")} ended.`,
    })),
    unlinkIdentity: pageForm(unlinkIdentityOfAccount, () => ({ text: "Single sign-on unlinked." })),
    removeSecondFactor: pageForm(removeSecondFactor, () => ({ text: "Second factor removed." })),
  });
}

/** The page that asks before it deactivates an account, and hands its work over. */
export async function loadHandover(args: LoaderFunctionArgs, place: AccountPlace) {
  const { account, read } = await readAccount(args, place);
  return {
    account,
    list: place.list,
    ...(await read(handoverOf, { id: account.id })),
    constraints: constraintsOf(activeSchema, ["active"]),
  };
}

/** The form of the page that asks before it deactivates an account. */
export async function deactivateAccount(args: ActionFunctionArgs, place: AccountPlace) {
  await page(args, place.gate);
  return handleForms(args, {
    "": pageForm(
      setAccountActive,
      ({ id, name, handedTo, deactivated }) => ({
        text: [
          deactivated ? `${name} is deactivated and signed out everywhere.` : "",
          handedTo
            ? `${handedTo} takes over the work of ${name}.`
            : deactivated
              ? ""
              : `Nobody takes over from ${name}.`,
        ]
          .filter(Boolean)
          .join(" "),
        to: `${place.list}/${id}`,
      }),
      { toInput: handoverFields },
    ),
  });
}

/** Reads the form: nobody chosen is null, and an unticked box is false. */
const handoverFields = (fields: Record<string, unknown>) => ({
  ...emptyAsNull("successorId")(textAsFlag("active")(fields)),
  handOverTags: fields.handOverTags === "true",
});
