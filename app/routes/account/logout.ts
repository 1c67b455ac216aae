import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/domain/session/sign-out.server";
import { endedSessionCookie } from "~/http/cookies.server";
import { page, submitForm } from "~/http/page.server";

/** A link to this address does not sign out: only its form does. */
export function loader() {
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  const { services } = await page(args, "signed in");
  await submitForm(args, signOut);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(services.settings) } });
}
