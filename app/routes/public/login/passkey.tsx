import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useLoaderData, useSubmit } from "@remix-run/react";
import { startAuthentication } from "@simplewebauthn/browser";
import { useCallback, useEffect, useRef, useState } from "react";
import { finishPasskeySignIn, passkeySignIn } from "~/domain/session/passkey-sign-in.server";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { submitForm } from "~/web/forms/submit-form.server";
import { homeOf } from "~/web/pages/home";
import { localPath, page, redirectWithNotice } from "~/web/pages/page.server";
import { sessionCookie, unfinishedCookie, unfinishedToken } from "~/web/transport/cookies.server";
import { type RouteArguments, requestContext } from "~/web/transport/request-context.server";

export const meta = titleOf("Use your passkey");

async function tokensOf(args: RouteArguments) {
  const context = await requestContext(args);
  const { settings } = context.services;
  // A browser that shows the page again must ask for a new challenge.
  context.isKeptByNobody = true;
  const { search, searchParams } = new URL(args.request.url);
  const ceremony = unfinishedToken(args.request, settings, "passkey") ?? "";
  const step = unfinishedToken(args.request, settings, "sign-in-step") ?? "";
  return { settings, ceremony, step, search, target: searchParams.get("redirectTo") };
}

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  const { ceremony, search, target } = await tokensOf(args);
  if (actor) throw redirect(localPath(target, homeOf(actor)));
  const begun = await read(passkeySignIn, { ceremony });
  if (!begun) throw redirect(`/login${search}`);
  return begun;
}

export async function action(args: ActionFunctionArgs) {
  const { settings, ceremony, step, search, target } = await tokensOf(args);
  const outcome = await submitForm(args, finishPasskeySignIn, { extra: { ceremony, step }, fixable: ["unauthorized"] });
  const forgotten = unfinishedCookie(settings, "passkey", null);
  if (!outcome.ok) {
    const { formError, errors } = outcome.refused.data;
    const text = formError ?? Object.values(errors ?? {})[0]?.[0]?.message ?? "Try again.";
    const back = await redirectWithNotice(args, `/login${step ? "/second-factor" : ""}${search}`, text, "warning");
    back.headers.append("Set-Cookie", forgotten);
    return back;
  }
  const { actor, token } = outcome.result;
  const headers = new Headers({ "Set-Cookie": sessionCookie(settings, token) });
  headers.append("Set-Cookie", forgotten);
  headers.append("Set-Cookie", unfinishedCookie(settings, "sign-in-step", null));
  return redirect(localPath(target, homeOf(actor)), { headers });
}

export default function UsePasskey() {
  const { options } = useLoaderData<typeof loader>();
  const submit = useSubmit();
  const [problem, setProblem] = useState("");
  const ask = useCallback(async () => {
    setProblem("");
    try {
      const passkey = await startAuthentication({ optionsJSON: options });
      submit({ passkey: JSON.stringify(passkey) }, { method: "post" });
    } catch {
      setProblem("Your browser used no passkey. Try again, or sign in another way.");
    }
  }, [options, submit]);
  const wasAsked = useRef(false);
  useEffect(() => {
    // Once, without a press. Browsers that want one leave it to the button.
    if (!wasAsked.current) void ask();
    wasAsked.current = true;
  }, [ask]);
  return (
    <>
      <PageHeader
        title="Use your passkey"
        lede="Your browser asks for your fingerprint, your face, a PIN or a security key."
      />
      <div className="glip-stack">
        <p role="status">{problem}</p>
        <button type="button" className="usa-button" onClick={() => void ask()}>
          Use passkey
        </button>
        <p>
          <Link to="/login">Sign in another way</Link>
        </p>
      </div>
    </>
  );
}
