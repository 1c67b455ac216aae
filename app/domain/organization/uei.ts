const UEI_CHARACTERS = 12;

/**
 * What a UEI has that no UEI of SAM.gov has, each as the rule that it breaks; none for an empty one. The interface takes
 * up to 20 characters, so these are warnings. Source: GSA's standard for the Unique Entity ID.
 */
export function ueiWarnings(text: string): string[] {
  const uei = text.trim().toUpperCase();
  if (uei === "") return [];
  return [
    uei.length !== UEI_CHARACTERS && `a UEI has ${UEI_CHARACTERS} characters`,
    /[OI]/.test(uei) && "it does not use the letters O and I",
    uei.startsWith("0") && "it does not begin with 0",
  ].filter((warning) => warning !== false);
}
