import { redirect } from "@remix-run/node";
import { beginPasskeySignIn } from "~/domain/session/passkey-sign-in.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { unfinishedCookie, unfinishedToken } from "~/web/transport/cookies.server";
import { type RouteArguments, requestContext } from "~/web/transport/request-context.server";

/** Whether a form of a sign-in page asks for a passkey, by the name in its action. */
export const asksForPasskey = ({ request }: RouteArguments): boolean =>
  new URL(request.url).searchParams.has("passkey");

/** Begins a sign-in with a passkey, and leads to the page that asks the browser for it. */
export async function beginPasskeyByForm(args: RouteArguments) {
  const { settings } = (await requestContext(args)).services;
  const step = unfinishedToken(args.request, settings, "sign-in-step") ?? "";
  const outcome = await submitForm(args, beginPasskeySignIn, { given: {}, extra: { step } });
  if (!outcome.ok) return outcome.refused;
  const { searchParams } = new URL(args.request.url);
  searchParams.delete("passkey");
  const search = searchParams.size > 0 ? `?${searchParams}` : "";
  const headers = { "Set-Cookie": unfinishedCookie(settings, "passkey", outcome.result.ceremony) };
  return redirect(`/login/passkey${search}`, { headers });
}
