import type { Logger } from "pino";
import type { Database } from "#db/open";
import type { Lease } from "~/replica/lease.server";
import type { LedgerSearch } from "~/search/ledger/ledger-search.server";
import type { Search } from "~/search/search.server";
import type { Passwords } from "~/secrets/passwords.server";
import type { Settings } from "~/settings.server";
import type { AgencyAssets } from "~/storage/agency-assets.server";
import type { FileStore } from "~/storage/file-store.server";
import type { CodeTables } from "~/values/classification-codes";

/** Who someone is at the OpenID Connect provider. */
export interface ProvenIdentity {
  issuer: string;
  subject: string;
  /** The authentication context, if the settings require one. */
  acr: string | null;
}

/** What one authorization request and its response must share. */
export interface AuthorizationRequest {
  state: string;
  nonce: string;
  /** The PKCE verifier. */
  verifier: string;
}

/** The OpenID Connect provider of the settings. Its methods send requests to it. */
export interface IdentityProvider {
  /**
   * The address at the provider where the person signs in.
   * @throws DomainError unavailable if the provider cannot be reached
   */
  addressOf(request: AuthorizationRequest, client: ProviderClient): Promise<string>;
  /**
   * Checks what the provider sent back, and exchanges its code.
   * @param callbackQuery the query of the address that the provider led back to
   * @throws DomainError unauthorized if anything is wrong with it, unavailable if the provider cannot be reached
   */
  identityOf(callbackQuery: string, request: AuthorizationRequest, client: ProviderClient): Promise<ProvenIdentity>;
}

/** The client that a request is sent for: clients take turns. */
interface ProviderClient {
  ip: string;
  abandoned?: AbortSignal;
}

/** What the domain needs from outside. The clock and random bytes are functions, so that tests can set them. */
export interface Services {
  settings: Settings;
  db: Database;
  files: FileStore;
  agencyAssets: AgencyAssets;
  codeTables: CodeTables;
  passwords: Passwords;
  search: Search;
  ledger: LedgerSearch;
  /** Null if the settings have none. */
  identityProvider: IdentityProvider | null;
  /** Whether this server may write. Null if its data is not copied to another machine. */
  lease: Lease | null;
  log: Logger;
  clock: () => Date;
  newId: () => string;
  /** Cryptographically random bytes, for tokens. */
  randomBytes: (size: number) => Buffer;
}
