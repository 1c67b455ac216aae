import { KB } from "./limits";

/** Requests to the OpenID Connect provider. */
export const PROVIDER_REQUESTS = {
  queue: { places: 8, waitingPerGroup: 8, waiting: 64, waitMilliseconds: 10_000, retryAfterSeconds: 5 },
  seconds: 10,
  bytes: 256 * KB,
  /** How long what the provider says about itself is good. */
  metadataMilliseconds: 60 * 60_000,
  /** The query of the callback's address. */
  answerCharacters: 8_000,
} as const;
