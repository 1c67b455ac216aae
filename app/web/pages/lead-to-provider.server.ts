import { data } from "@remix-run/node";
import { authorizationCookie } from "~/web/transport/cookies.server";
import { type RouteArguments, requestContext } from "~/web/transport/request-context.server";

/**
 * The response to a form that begins an authorization request at the OpenID Connect provider. Browsers refuse to follow a form's redirect to
 * another site (the `form-action` of our policy), so the page leads there.
 */
export async function leadToProvider(
  args: RouteArguments,
  { result: { secret, address } }: { result: { secret: string; address: string } },
) {
  const context = await requestContext(args);
  context.continueAt = address;
  return data(
    { continueAt: address },
    { headers: { "Set-Cookie": authorizationCookie(context.services.settings, secret) } },
  );
}
