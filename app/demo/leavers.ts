import { statement } from "#db/open";
import type { StageAct } from "~/demo/stage/stage";
import type { Past, Times } from "~/demo/stage/timeline";
import { setAccountActive } from "~/domain/account-administration/set-active.server";

interface Leaver {
  email: string;
  by: string;
  at: Past;
  /** The colleague who takes over. */
  successor?: string;
}

/** People who left: their accounts are inactive. */
const LEAVERS: readonly Leaver[] = [
  {
    email: "wendell.farrow@otp.gov.example",
    by: "marcus.oyelaran@otp.gov.example",
    at: [16, "14:00"],
    successor: "grace.hollander@otp.gov.example",
  },
  {
    email: "gregory.stanhope@lattice-ridge.example",
    by: "vikram.subramaniam@lattice-ridge.example",
    at: [6, "19:00"],
    successor: "susan.pham@lattice-ridge.example",
  },
];

export const LEFT: ReadonlySet<string> = new Set(LEAVERS.map(({ email }) => email));

export function leaverActs({ ago }: Times): StageAct[] {
  return LEAVERS.map(({ email, by, at, successor }) => ({
    at: ago(at),
    what: `${email} leaves`,
    async perform({ services: { db }, perform }) {
      const idOf = (address: string) =>
        statement<{ id: string }>(db, "SELECT id FROM user WHERE email = ?").get(address)?.id;
      const successorId = successor && idOf(successor);
      await perform(setAccountActive, by, { id: idOf(email), active: false, successorId });
    },
  }));
}
