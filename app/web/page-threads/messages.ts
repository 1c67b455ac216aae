import type { KeptFigures } from "~/operations/kept-figures.server";
import type { AgencyAssets } from "~/storage/agency-assets.server";
import type { CodeTables } from "~/values/classification-codes";
import type { RequestContext } from "~/web/transport/request-context.server";

/** What a thread is given when it starts. It reads the settings itself, but these may have changed on the disk. */
export interface PageWorkerData {
  agencyAssets: AgencyAssets;
  codeTables: CodeTables;
}

/** A request for a page, as data. */
export interface PageQuestion {
  url: string;
  pathname: string;
  headers: readonly [string, string][];
  now: Date;
  context: Pick<RequestContext, "requestId" | "nonce" | "socketAddress">;
}

/** A response, as data. */
export interface PageAnswer {
  status: number;
  headers: readonly [string, string][];
  body: ArrayBuffer;
  /** What the page set for the server. */
  context: Pick<RequestContext, "retryAfterSeconds" | "isKeptByNobody">;
}

/** What a thread tells without being asked. */
export type PageNews = { logged: string } | { figures: KeptFigures };
