import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/domain/session/sign-out.server";
import { submitForm } from "~/web/forms/form.server";
import { page } from "~/web/pages/page.server";
import { endedSessionCookie } from "~/web/transport/cookies.server";
import { requestContext } from "~/web/transport/request-context.server";

/** A link to this address does not sign out: only its form does. */
export async function loader(args: LoaderFunctionArgs) {
  await page(args, "public");
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  // Not through page(): whoever must change a password first may still leave.
  await submitForm(args, signOut);
  const { services } = await requestContext(args);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(services.settings) } });
}
