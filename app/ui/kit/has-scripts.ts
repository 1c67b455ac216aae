import { useEffect, useState } from "react";

/** Whether scripts run: false on the server and in the first render, for what only scripts can do. */
export function useHasScripts(): boolean {
  const [hasScripts, setHasScripts] = useState(false);
  useEffect(() => setHasScripts(true), []);
  return hasScripts;
}
