import type { OpenFile } from "#db/in-place";
import type { KeptFigures } from "~/operations/kept-figures.server";
import type { AgencyAssets } from "~/storage/agency-assets.server";
import type { CodeTables } from "~/values/classification-codes";
import type { RequestContext } from "~/web/transport/request-context.server";

/**
 * What a thread is given when it starts. It reads the settings itself, but the seal and the code tables may have changed on
 * disk.
 */
export interface PageWorkerData {
  agencyAssets: AgencyAssets;
  codeTables: CodeTables;
  /** The files of the server's database. */
  files: readonly OpenFile[];
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
