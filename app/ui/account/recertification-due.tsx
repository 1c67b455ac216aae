import { Link } from "@remix-run/react";
import { Alert } from "~/ui/kit/page/alert";
import { counted } from "~/values/format";

/** Says that government accounts should be confirmed, if any. */
export function RecertificationDue({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Alert kind="info">
      {counted(count, "government account was", "government accounts were")} not confirmed for a long time.{" "}
      <Link to="/gov/admin/recertification">Confirm or deactivate</Link>
    </Alert>
  );
}
