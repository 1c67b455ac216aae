import { Link } from "@remix-run/react";
import { Detail } from "~/ui/kit/detail";
import { EmailAddress } from "~/ui/kit/email-address";
import type { Column } from "~/ui/kit/list/data-table";
import { InactiveTag } from "./inactive-tag";
import { LastSignIn } from "./last-sign-in";

interface PersonNameProps {
  person: { name: string; email: string; active: boolean };
  /** The address of the account's page. Null if the reader may not open it. */
  to: string | null;
}

/** A person in a list of accounts. */
export const PersonName = ({ person: { name, email, active }, to }: PersonNameProps) => (
  <>
    {to === null ? name : <Link to={to}>{name}</Link>}
    <InactiveTag active={active} />
    <Detail>
      <EmailAddress value={email} />
    </Detail>
  </>
);

/** The column of a list of accounts that says when each last signed in. */
export const LAST_SIGN_IN = {
  key: "lastSignInAt",
  header: "Last sign-in",
  sort: "lastSignInAt",
  cell: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} />,
} satisfies Column<{ lastSignInAt: string | null }>;
