import type { ReactNode } from "react";

/** One component, or a few that belong together, in one state. */
export interface Example {
  /** The state, as a heading. */
  name: string;
  shows: ReactNode;
}

/** What the style page shows under one heading. The screenshot tests take one picture of it. */
export interface Group {
  /** The name of its picture. */
  id: string;
  title: string;
  examples: readonly Example[];
}
