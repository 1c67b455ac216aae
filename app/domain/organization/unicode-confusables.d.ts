/** The package's own declarations have a name that no tool finds. */
declare module "unicode-confusables" {
  /** Replaces each character by the prototype of those that look like it (Unicode TR39). */
  export function rectifyConfusion(text: string): string;
}
