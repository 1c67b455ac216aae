import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { ContactPointer, Help } from "~/ui/help/help";
import { useFrame } from "~/ui/kit/page/frame-context";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Help");

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await page(args, "public");
  return null;
}

export default function HelpIndex() {
  const session = useFrame()?.session ?? null;
  const readsInternal = session?.gates.includes("gov read") ?? false;
  return (
    <Help current="/help">
      <PageHeader title="Help" lede="What you can do here and how to do it." />
      <div className="usa-prose">
        <h2>
          <Link to="/help/industry">For companies, universities and labs</Link>
        </h2>
        <p>
          How to <Link to="/help/industry#registering">register</Link>,{" "}
          <Link to="/help/industry#calls">find open calls</Link>,{" "}
          <Link to="/help/industry#submitting">submit a document</Link> and see{" "}
          <Link to="/help/industry#what-happens">what happens next</Link>.
        </p>
        <h2>{readsInternal ? <Link to="/help/government">For government</Link> : "For government"}</h2>
        {readsInternal ? (
          <p>
            How submissions <Link to="/help/government#interests">reach you</Link>, how to{" "}
            <Link to="/help/government#reviewing">review</Link> them, publish{" "}
            <Link to="/help/government#calls">calls</Link>, record{" "}
            <Link to="/help/government#engagements">engagements</Link>, and{" "}
            <Link to="/help/government#roles">what each role can do</Link>.
          </p>
        ) : session === null ? (
          <p>
            If you work for the government, <Link to="/login?redirectTo=/help/government">sign in</Link> to read the
            government help.
          </p>
        ) : (
          <p>Only government users can read it.</p>
        )}
        <h2>About this service</h2>
        <ul>
          <li>
            <Link to="/accessibility">Accessibility</Link>: what we do so that everyone can use the service, and how to
            report a problem.
          </li>
          <li>
            <Link to="/privacy">Privacy</Link>: what we keep about you and who can see it.
          </li>
          <li>
            <Link to="/developers">Developers</Link>: how to use the service from your own programs.
          </li>
        </ul>
        <h2>If you are stuck</h2>
        <p>
          If you cannot find an answer, <ContactPointer />. Tell us which page you were on and what you wanted to do. If
          the page showed an error number, include it.
        </p>
      </div>
    </Help>
  );
}
