import { StatusTag } from "~/ui/kit/format/status-tag";

/** Follows the name of a person whose account is deactivated, wherever people are listed. */
export function InactiveTag({ active }: { active: boolean }) {
  return active ? null : (
    <>
      {" "}
      <StatusTag value="INACTIVE" />
    </>
  );
}
