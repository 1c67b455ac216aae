/// <reference types="@remix-run/dev" />
/// <reference types="@remix-run/node" />

import "@remix-run/server-runtime";

declare module "@remix-run/server-runtime" {
  /** Loaders' data is typed as single fetch sends it. */
  interface Future {
    v3_singleFetch: true;
  }
}
