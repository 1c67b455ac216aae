import { Link } from "@remix-run/react";
import { PageHeader } from "~/ui/kit/page/page-header";

/**
 * The page of a one-time link to an account that is unknown, expired, used or replaced.
 * @param props.canRequest whether people can ask for a new one by email
 */
export function InvalidLink({ canRequest = false }: { canRequest?: boolean }) {
  return (
    <>
      <PageHeader
        title="This link is not valid"
        lede="This link has expired or is incomplete, or it was used or replaced by another."
      />
      {canRequest ? (
        <p>
          <Link to="/login/forgot">Get a new link by email</Link>, or ask the person who sent you this one.
        </p>
      ) : (
        <p>Ask the person who sent it to you for a new one.</p>
      )}
    </>
  );
}
