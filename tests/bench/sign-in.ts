import { makePlace, PORTAL, startServer } from "../support/server-process";
import { median, report } from "./measure";

const TRIES = 100;
const WARM_UP = 5;
const ADMIN = { ADMIN_EMAIL: "administrator@example.gov", ADMIN_PASSWORD: "Bench-Administrator-1!" };
const WRONG_PASSWORD = "Not-The-Password-1!";
/** An account allows few failures from unknown addresses. */
const TRIES_PER_ACCOUNT = 5;
const ACCOUNTS = (WARM_UP + TRIES) / TRIES_PER_ACCOUNT;

/**
 * Compares the time of a sign-in with a wrong password with that of one with an unknown email. Anyone who can tell them
 * apart learns which emails have an account.
 */
export async function benchSignIn(): Promise<void> {
  const place = makePlace();
  // Each try comes from a different address, so that the limit on failures does not refuse it before the password
  // check.
  const server = await startServer(PORTAL, { ...place.settings, ...ADMIN, TRUSTED_PROXY_HOPS: "1" });
  try {
    await makeAccounts(server.origin);
    const times = { wrong: [] as number[], unknown: [] as number[] };
    for (let turn = 0; turn < WARM_UP + TRIES; turn += 1) {
      const address = `198.51.${turn >> 8}.${turn & 255}`;
      // Take turns at being first, so that neither always follows the other.
      const kinds = turn % 2 === 0 ? (["wrong", "unknown"] as const) : (["unknown", "wrong"] as const);
      for (const kind of kinds) {
        const email = kind === "wrong" ? emailOf(turn % ACCOUNTS) : `nobody-${turn}@example.gov`;
        const milliseconds = await failToSignIn(server.origin, email, address);
        if (turn >= WARM_UP) times[kind].push(milliseconds);
      }
    }
    const [wrong, unknown] = [median(times.wrong), median(times.unknown)];
    const ratio = wrong / unknown;
    const figure = `${ratio.toFixed(3)} (${wrong.toFixed(1)} ms to ${unknown.toFixed(1)} ms)`;
    report(
      `(h) wrong password, compared with unknown email, ${TRIES} each`,
      figure,
      "0.90 to 1.10",
      ratio > 0.9 && ratio < 1.1,
    );
  } finally {
    await server.stop();
    place.remove();
  }
}

const emailOf = (account: number) => `reader-${account}@example.gov`;

async function makeAccounts(origin: string): Promise<void> {
  const credentials = { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD };
  const signedIn = await post(`${origin}/api/session`, credentials);
  const [cookie = ""] = signedIn.headers.getSetCookie().map((set) => set.split(";")[0]);
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const reader = { email: emailOf(account), name: "Reader", role: "GOV_READONLY", password: ADMIN.ADMIN_PASSWORD };
    const { status } = await post(`${origin}/api/gov/admin/users`, reader, { cookie });
    if (status !== 201) throw new Error(`Creating an account returned ${status}`);
  }
}

const post = (address: string, body: object, headers: Record<string, string> = {}) =>
  fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

async function failToSignIn(origin: string, email: string, address: string): Promise<number> {
  const started = performance.now();
  const response = await post(
    `${origin}/api/session`,
    { email, password: WRONG_PASSWORD },
    { "x-forwarded-for": address },
  );
  await response.arrayBuffer();
  const milliseconds = performance.now() - started;
  if (response.status !== 401) throw new Error(`Signing in returned ${response.status}`);
  return milliseconds;
}
