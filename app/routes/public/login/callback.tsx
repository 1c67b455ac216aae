import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { finishAuthorization } from "~/domain/identity/finish.server";
import { execute } from "~/operations/execute.server";
import { DomainError } from "~/values/errors";
import { homeOf } from "~/web/pages/home";
import { localPath, page, redirectWithNotice, refuse } from "~/web/pages/page.server";
import {
  authorizationCookie,
  authorizationSecret,
  sessionCookie,
  unfinishedCookie,
} from "~/web/transport/cookies.server";

/**
 * Where the OpenID Connect provider leads back to. It shows nothing: the address has a code, so it redirects in every case.
 */
export async function loader(args: LoaderFunctionArgs) {
  const { services, caller } = await page(args, "public");
  const { settings } = services;
  if (!services.identityProvider || args.request.method !== "GET") return refuse(args, 404);
  const value = {
    secret: authorizationSecret(args.request, settings) ?? "",
    callbackQuery: new URL(args.request.url).search.slice(1),
  };
  try {
    const result = await execute(finishAuthorization, services, caller, () => ({ value }));
    if (result.kind === "linked") return await linked(args, result.isInvited, settings.identityProvider?.name ?? "");
    if (result.kind === "step") {
      const headers = new Headers({ "Set-Cookie": unfinishedCookie(settings, "sign-in-step", result.step) });
      headers.append("Set-Cookie", authorizationCookie(settings, null));
      const search = result.redirectTo === null ? "" : `?${new URLSearchParams({ redirectTo: result.redirectTo })}`;
      return redirect(`/login/second-factor${search}`, { headers });
    }
    const headers = new Headers({ "Set-Cookie": sessionCookie(settings, result.token) });
    headers.append("Set-Cookie", authorizationCookie(settings, null));
    return redirect(localPath(result.redirectTo, homeOf(result.actor)), { headers });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The request of this browser may still be open, such as in another tab, so its cookie stays.
    return redirectWithNotice(args, caller.actor ? "/account" : "/login", `${error.message}.`, "error");
  }
}

async function linked(args: LoaderFunctionArgs, isInvited: boolean, name: string) {
  const { services } = await page(args, "public");
  const text = isInvited
    ? `Your identity is linked. From now on, sign in with ${name}.`
    : `Your identity is linked. You can now sign in with ${name}.`;
  const response = await redirectWithNotice(args, isInvited ? "/login" : "/account", text);
  response.headers.append("Set-Cookie", authorizationCookie(services.settings, null));
  return response;
}

/** Only for the error page of a service without single sign-on. */
export default function Callback() {
  return null;
}
