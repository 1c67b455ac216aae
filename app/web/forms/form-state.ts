import type { FieldErrors } from "~/values/errors";

/** A form that is shown again: what the person typed, never a password or a file, and what is wrong with it. */
export interface FormState {
  values: Record<string, string | string[]>;
  errors?: FieldErrors;
  /** What is wrong with the form as a whole. */
  formError?: string;
  /** The name of the form, on a page with several. */
  form?: string;
  /** For an edit: when the record last changed before the page was opened. Missing if the form must read it again. */
  readAt?: string;
  /** The names of the files that were sent. A browser that loads the page again has forgotten them. */
  chosenFiles?: string[];
}

/** The rules of a field that its form shows: the star, the length hint and the choices. */
export interface FieldConstraint {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  options?: readonly string[];
}

export type FieldConstraints = Record<string, FieldConstraint>;
