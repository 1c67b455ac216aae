import { PageHeader } from "~/ui/kit/page/page-header";

/** The page of a one-time link to an account that is unknown, expired, used or replaced. */
export function InvalidLink() {
  return (
    <>
      <PageHeader
        title="This link is not valid"
        lede="This link has expired or is incomplete, or it was used or replaced by another."
      />
      <p>Ask the person who sent it to you for a new one.</p>
    </>
  );
}
