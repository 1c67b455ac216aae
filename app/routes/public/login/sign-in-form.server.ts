import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { beginSignIn } from "~/domain/session/sign-in.server";
import type { ResultOf } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { type FormOutcome, submitForm } from "~/web/forms/submit-form.server";
import { asPage } from "~/web/pages/page.server";
import { readUrlEncoded } from "~/web/transport/body.server";
import { type RouteArguments, requestContext } from "~/web/transport/request-context.server";

/**
 * Signs in with the form of /login, through remix-auth's form strategy. The strategy checks the password as POST
 * /api/session does. The body is read here first, within limits; the strategy itself would read a body of any size.
 */
export async function signInByForm(args: RouteArguments): Promise<FormOutcome<ResultOf<typeof beginSignIn>>> {
  const context = await requestContext(args);
  const body = new URLSearchParams();
  const fields = await asPage(args.request, context, () => readUrlEncoded(args.request, LIMITS.formBodyBytes));
  // Only the form's own fields. Processing and showing others would take time.
  for (const name of Object.keys(beginSignIn.input.shape)) {
    const value = fields[name];
    if (typeof value === "string") body.set(name, value);
  }
  const bounded = new Request(args.request.url, { method: "POST", body });

  const authenticator = new Authenticator<FormOutcome<ResultOf<typeof beginSignIn>>>();
  authenticator.use(
    new FormStrategy(({ form }) =>
      submitForm(args, beginSignIn, { given: Object.fromEntries(form), fixable: ["unauthorized"] }),
    ),
  );
  return authenticator.authenticate("form", bounded);
}
