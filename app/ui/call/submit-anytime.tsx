import { Link } from "@remix-run/react";
import { useFrame } from "~/ui/kit/page/frame-context";
import { isGovernment } from "~/ui/kit/page/home-link";

/** What readers can do while no call is open. */
export function SubmitAnytime() {
  const session = useFrame()?.session ?? null;
  if (isGovernment(session)) return <p>Industry can submit a capability document at any time, without a call.</p>;
  return (
    <p>
      You can <Link to="/portal/submissions/new">submit a capability document</Link> at any time, without a call
      {session === null && (
        <>
          , once you <Link to="/register">register</Link>
        </>
      )}
      .
    </p>
  );
}
