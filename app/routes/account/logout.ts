import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { signOut } from "~/domain/session/sign-out.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page } from "~/web/pages/page.server";
import { endedSessionCookie } from "~/web/transport/cookies.server";
import { requestContext } from "~/web/transport/request-context.server";

/** Links to this address do not sign anyone out. Only the form does. */
export async function loader(args: LoaderFunctionArgs) {
  await page(args, "public");
  return redirect("/");
}

export async function action(args: ActionFunctionArgs) {
  await submitForm(args, signOut);
  const { services } = await requestContext(args);
  return redirect("/", { headers: { "Set-Cookie": endedSessionCookie(services.settings) } });
}
