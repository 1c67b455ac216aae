import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/domain/session/sign-out.server";
import { endedSessionCookie } from "~/http/cookies.server";
import { submitForm } from "~/http/form.server";
import { page } from "~/http/page.server";
import { requestContext } from "~/http/request-context.server";

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
