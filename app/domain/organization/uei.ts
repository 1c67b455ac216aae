import { storedCode } from "~/values/codes";

const UEI_CHARACTERS = 12;

/**
 * Lists the rules of SAM.gov that a UEI breaks; none for an empty one. The API accepts up to 20 characters, so these
 * are warnings. Source: GSA's standard for the Unique Entity ID.
 */
export function ueiWarnings(text: string): string[] {
  const uei = storedCode(text);
  if (uei === "") return [];
  return [
    uei.length !== UEI_CHARACTERS && `a UEI has ${UEI_CHARACTERS} characters`,
    /[OI]/.test(uei) && "a UEI does not use the letters O and I",
    uei.startsWith("0") && "a UEI does not start with 0",
  ].filter((warning) => warning !== false);
}
