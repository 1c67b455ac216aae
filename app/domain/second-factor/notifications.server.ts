import type { Services } from "~/operations/services";
import { counted } from "~/values/format";
import { deliverTo } from "../../routing/deliver.server";
import { mailAccountChange } from "../account/account-mail.server";

/** What happened to a person's second factor. They should know, in case it was not them. */
const TEXTS = {
  enabled: {
    title: "Second factor turned on",
    body: "From now on, you need a code as well as your password to sign in.",
  },
  disabled: {
    title: "Second factor turned off",
    body: "From now on, your password is enough to sign in. If you did not turn it off, change your password.",
  },
  removed: {
    title: "Second factor removed",
    body: "An administrator removed your second factor and signed you out everywhere. If you did not ask for this, contact them.",
  },
  "passkey added": {
    title: "Passkey added",
    body: "A new passkey can sign in to your account. If you did not add it, remove it and change your password.",
  },
  "passkey removed": {
    title: "Passkey removed",
    body: "One of your passkeys no longer signs in to your account. If you did not remove it, change your password.",
  },
  "codes renewed": {
    title: "Recovery codes renewed",
    body: "Your earlier recovery codes no longer work. If you did not renew them, change your password.",
  },
} as const;

/** Notifies a person of a change to their second factor, in the open transaction. */
export function tellOwner({ db, now }: Pick<Services, "db"> & { now: Date }, userId: string, what: keyof typeof TEXTS) {
  const notification = { kind: "SYSTEM", ...TEXTS[what], linkUrl: "/account", tags: [], hasOwnMail: true } as const;
  deliverTo(db, [{ userId }], notification, now);
  mailAccountChange({ db, now }, { userId }, "second factor changed");
}

/** Notifies a person that one of their recovery codes was used. */
export function tellOfRecoveryCode({ db, now }: Pick<Services, "db"> & { now: Date }, userId: string, left: number) {
  const notification = {
    kind: "SYSTEM",
    title: "Recovery code used",
    body: `Someone gave your password and one of your recovery codes. You have ${counted(left, "recovery code", "recovery codes")} left. If it was not you, change your password and renew your codes.`,
    linkUrl: "/account",
    tags: [],
    hasOwnMail: true,
  } as const;
  deliverTo(db, [{ userId }], notification, now);
  mailAccountChange({ db, now }, { userId }, "second factor changed");
}
