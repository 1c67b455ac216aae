/** The package's own type declarations have a file name that TypeScript does not find. */
declare module "unicode-confusables" {
  /** Maps each character to the prototype of its look-alikes (Unicode TR39). */
  export function rectifyConfusion(text: string): string;
}
