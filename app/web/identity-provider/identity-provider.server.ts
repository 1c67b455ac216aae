import * as oidc from "openid-client";
import type { Logger } from "pino";
import type { IdentityProvider, ProvenIdentity } from "~/operations/services";
import type { Settings } from "~/settings.server";
import { DomainError } from "~/values/errors";
import { createFairQueue } from "~/values/fair-queue";
import { PROVIDER_REQUESTS } from "~/values/limits";
import { addressGroup } from "~/values/network/address-group";

type ProviderSettings = NonNullable<Settings["identityProvider"]>;

/** Where the provider leads back to, on this portal. */
export const CALLBACK_PATH = "/login/callback";

/** The provider of the settings, or null. Nothing is sent before someone uses it. */
export function createIdentityProvider(
  { identityProvider, publicOrigin }: Settings,
  log: Pick<Logger, "warn">,
): IdentityProvider | null {
  if (identityProvider === null || publicOrigin === null) return null;
  const { acrValues } = identityProvider;
  const redirectUri = publicOrigin + CALLBACK_PATH;
  const configuration = rememberConfiguration(identityProvider);
  const inTurn = createFairQueue(PROVIDER_REQUESTS.queue);
  return {
    addressOf: ({ state, nonce, verifier }, { ip, abandoned }) =>
      inTurn({ group: addressGroup(ip), abandoned }, async () => {
        try {
          const address = oidc.buildAuthorizationUrl(await configuration(), {
            redirect_uri: redirectUri,
            scope: "openid",
            response_type: "code",
            state,
            nonce,
            code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
            code_challenge_method: "S256",
            ...(acrValues.length > 0 && { acr_values: acrValues.join(" ") }),
          });
          return address.href;
        } catch (cause) {
          log.warn({ err: cause }, "the OpenID Connect provider could not be reached");
          throw new DomainError("unavailable", UNREACHABLE, { cause });
        }
      }),
    identityOf: (callbackQuery, request, { ip, abandoned }) =>
      inTurn({ group: addressGroup(ip), abandoned }, async () => {
        try {
          // Not the address of the request, which a Host header can change.
          const { claims } = await grant(await configuration(), new URL(`${redirectUri}?${callbackQuery}`), request);
          return identityIn(claims, identityProvider);
        } catch (cause) {
          log.warn({ reason: reasonOf(cause) }, "a sign-in at the OpenID Connect provider was refused");
          throw new DomainError("unauthorized", REFUSED, { cause });
        }
      }),
  };
}

const UNREACHABLE = "The sign-in provider does not respond. Try again later";
const REFUSED = "We could not confirm who you are with the sign-in provider. Try again";

/** For the log. The whole error has the callback query, with its code, in its cause. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : "unknown");

async function grant(
  configuration: oidc.Configuration,
  address: URL,
  { state, nonce, verifier }: Parameters<IdentityProvider["identityOf"]>[1],
) {
  const tokens = await oidc.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("there is no ID token");
  return { claims };
}

const SUBJECT_CHARACTERS = 255;

function identityIn(claims: oidc.IDToken, { issuer, acrValues }: ProviderSettings): ProvenIdentity {
  if (claims.iss !== issuer) throw new Error("the ID token is from another issuer");
  if (claims.sub === "" || claims.sub.length > SUBJECT_CHARACTERS) throw new Error("the subject is empty or too long");
  const acr = typeof claims.acr === "string" ? claims.acr : null;
  if (acrValues.length === 0) return { issuer, subject: claims.sub, acr: null };
  if (acr === null || !acrValues.includes(acr))
    throw new Error("the authentication context is not one that is required");
  return { issuer, subject: claims.sub, acr };
}

/** Reads what the provider says about itself, once an hour. Requests at the same time share one reading. */
function rememberConfiguration(settings: ProviderSettings): () => Promise<oidc.Configuration> {
  let known: { reading: Promise<oidc.Configuration>; until: number } | null = null;
  return () => {
    const now = performance.now();
    if (known && now < known.until) return known.reading;
    const reading = discover(settings);
    const mine = { reading, until: now + PROVIDER_REQUESTS.metadataMilliseconds };
    known = mine;
    // A failure is not remembered.
    reading.catch(() => {
      if (known === mine) known = null;
    });
    return reading;
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const configuration = await oidc.discovery(new URL(issuer), clientId, undefined, authenticationWith(clientSecret()), {
    timeout: PROVIDER_REQUESTS.seconds,
    [oidc.customFetch]: boundedFetch,
    execute: [
      // Checks the ID token's signature too, although it comes over TLS.
      oidc.enableNonRepudiationChecks,
      ...(issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : []),
    ],
  });
  // The library also accepts the issuers of some providers that serve many tenants. We accept exactly one.
  if (configuration.serverMetadata().issuer !== issuer) throw new Error("the provider has another issuer");
  return configuration;
}

/** Sends the secret in the body if the provider says that it accepts that, otherwise in a header, the standard's default. */
function authenticationWith(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, ...rest) => {
    const accepted = server.token_endpoint_auth_methods_supported ?? [];
    return (accepted.includes("client_secret_post") ? inBody : inHeader)(server, ...rest);
  };
}

/** Sends a request to the provider, follows no redirect, and refuses a long response. */
async function boundedFetch(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, { ...options, redirect: "manual" } as RequestInit);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    bytes += read.value.length;
    if (bytes > PROVIDER_REQUESTS.bytes) {
      await reader?.cancel();
      throw new Error("the provider's response is too long");
    }
    chunks.push(read.value);
  }
  const hasBody = ![204, 205, 304].includes(response.status);
  return new Response(hasBody ? Buffer.concat(chunks) : null, { status: response.status, headers: response.headers });
}
