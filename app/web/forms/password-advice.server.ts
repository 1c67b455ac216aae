import { weaknessOf } from "~/domain/account/common-passwords.server";
import { WEAKNESS_TEXTS } from "~/values/password-strength";
import type { Notice } from "~/web/transport/cookies.server";

type Fields = Record<string, unknown>;

/** Fields of forms that say who the password is for. */
const ABOUT = ["name", "contactName", "email", "orgName"];

/**
 * Looks at the new password of a form that is saved, and adds a warning to what the next page says. Scripts show it while
 * someone types; this is for everyone else.
 * @param field the name of the new password's field
 */
export function passwordAdvice(field: string) {
  let sent: Fields = {};
  const textOf = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    /** For the form's options. It changes nothing. */
    toInput: (fields: Fields): Fields => {
      sent = fields;
      return fields;
    },
    /**
     * @param text what the next page says if there is nothing to warn of
     * @param about what else is known about the password's owner
     * @param advice what the owner can do about it
     */
    async noticeWith(
      text: string,
      about: readonly (string | null)[] = [],
      advice = "Change it when you can.",
    ): Promise<{ text: string; kind: Notice["kind"] }> {
      const password = textOf(sent[field]);
      const known = [...ABOUT.map((name) => textOf(sent[name])), ...about].filter(
        (each) => each !== null && each !== "",
      );
      const weakness = password === "" ? null : await weaknessOf(password, known as string[]);
      if (!weakness) return { text, kind: "success" };
      return { text: `${text} ${WEAKNESS_TEXTS[weakness]} ${advice}`.trim(), kind: "warning" };
    },
  };
}
