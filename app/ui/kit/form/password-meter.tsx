import { type RefObject, useEffect, useState } from "react";
import { isPersonal, missingIn, WEAKNESS_TEXTS } from "~/values/password-strength";

type Strength = { score: number; warning: string | null; missing: readonly string[] };

/** The estimate takes long for long passwords, and typing must not wait for it. */
const READ_CHARACTERS = 64;
const PAUSE_MILLISECONDS = 200;
const MOST = 4;
const WEAK = 2;
const WORDS = ["Weak", "Weak", "Fair", "Good", "Strong"];

/** Fields of the form that say who the password is for. */
const ABOUT = ["name", "contactName", "email", "orgName"];

/** Loaded when someone types a new password, because the list of common passwords is long. */
const loadEstimate = async () => {
  const [{ ZxcvbnFactory }, common] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    dictionary: common.dictionary,
    graphs: common.adjacencyGraphs,
    maxLength: READ_CHARACTERS,
  });
};
let estimate: ReturnType<typeof loadEstimate> | undefined;

async function strengthOf(password: string, about: string[]): Promise<Strength> {
  estimate ??= loadEstimate();
  const { score } = (await estimate).check(password.slice(0, READ_CHARACTERS), about);
  const missing = missingIn(password);
  if (isPersonal(password, about)) return { score: Math.min(score, 1), warning: WEAKNESS_TEXTS.personal, missing };
  return { score, warning: score < WEAK ? WEAKNESS_TEXTS.common : null, missing };
}

function aboutIn(form: HTMLFormElement | null): string[] {
  const values = ABOUT.map((name) => form?.elements.namedItem(name));
  return values.flatMap((field) => (field instanceof HTMLInputElement && field.value !== "" ? [field.value] : []));
}

/**
 * Says what a new password needs yet and, once it has that, how hard it is to guess, while someone types it. Only scripts
 * can. It refuses nothing.
 * @param about what the page knows about the person
 */
export function PasswordMeter({ input, about }: { input: RefObject<HTMLInputElement>; about: readonly string[] }) {
  const [strength, setStrength] = useState<Strength | null>(null);
  const known = about.join("\n");
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(pause);
      const password = field.value;
      if (password === "") return setStrength(null);
      pause = setTimeout(() => {
        strengthOf(password, [...known.split("\n").filter(Boolean), ...aboutIn(field.form)])
          .then((found) => field.value === password && setStrength(found))
          // The file did not load. The server looks at the password too.
          .catch(() => setStrength(null));
      }, PAUSE_MILLISECONDS);
    };
    field.addEventListener("input", look);
    // Someone may have typed before the scripts ran.
    look();
    return () => {
      clearTimeout(pause);
      field.removeEventListener("input", look);
    };
  }, [input, known]);

  return (
    <div className="glip-strength" role="status">
      {strength && strength.missing.length > 0 && <span>Still needed: {strength.missing.join(", ")}</span>}
      {strength?.missing.length === 0 && (
        <>
          <meter
            min={0}
            max={MOST}
            low={WEAK}
            high={MOST - 1}
            optimum={MOST}
            value={Math.max(strength.score, 1)}
            aria-hidden
          />
          <span>
            Strength: {WORDS[strength.score]}
            {strength.warning && `. ${strength.warning}`}
          </span>
        </>
      )}
    </div>
  );
}
