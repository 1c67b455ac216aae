import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { withoutSecrets } from "~/secrets/secret-paths";
import { formatDateTime } from "~/values/format";
import { SERVICE_NAME } from "~/values/labels";
import { useFrame } from "./frame-context";

/** Only in print: whose page it is, its address, and when it was printed (without scripts: when it was loaded). */
export function PrintedOrigin() {
  const frame = useFrame();
  const { pathname, search } = useLocation();
  const [printedAt, setPrintedAt] = useState<Date | null>(null);
  useEffect(() => {
    const note = () => flushSync(() => setPrintedAt(new Date()));
    window.addEventListener("beforeprint", note);
    return () => window.removeEventListener("beforeprint", note);
  }, []);
  if (!frame) return null;
  const { origin, agencyName, now, timeZone } = frame;
  return (
    <p className="glip-printed">
      {[SERVICE_NAME, agencyName].filter(Boolean).join(", ")}
      <br />
      {origin}
      {withoutSecrets(pathname)}
      {search}
      <br />
      {formatDateTime(printedAt ?? new Date(now), { timeZone: timeZone.id })}
    </p>
  );
}
