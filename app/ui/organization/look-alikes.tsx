import { Link } from "@remix-run/react";
import { Fragment } from "react";

/** Warns reviewers if an organization's name looks like another's. Shows nothing otherwise. */
export function LookAlikes({ organizations }: { organizations: readonly { id: string; name: string }[] }) {
  if (organizations.length === 0) return null;
  return (
    <>
      This name looks like{" "}
      {organizations.map(({ id, name }, index) => (
        <Fragment key={id}>
          {index > 0 && "; "}
          <Link to={`/gov/organizations/${id}`}>{name}</Link>
        </Fragment>
      ))}
      {organizations.at(-1)?.name.endsWith(".") ? "" : "."}
    </>
  );
}
