import type { EditedRecord } from "~/operations/edited-record.server";
import type { ErrorCode, FieldErrors } from "~/values/errors";
import { instantOf } from "~/values/time-zone";
import type { MultipartOptions } from "~/web/transport/multipart.server";

type Fields = Record<string, unknown>;

/** How a form becomes the input of its operation. */
export interface FormOptions {
  /** The name of the form, on a page with several. */
  form?: string;
  /** The form's fields, if the caller has read the body already. */
  given?: Fields;
  /** Values that the form does not have, such as the id in the page's path. They replace fields of the same name. */
  extra?: Fields;
  /** Fields whose value is a list, even if one box or none is ticked. */
  lists?: readonly string[];
  /** Makes the operation's input from the fields, if a form cannot have that shape. Gets the agency's time zone too. */
  toInput?: (fields: Fields, timeZone: string) => Fields;
  multipart?: MultipartOptions;
  /**
   * Runs the operation once for each reading of the page, even if the form is sent again by a second click or a reload.
   * For forms that would otherwise create a duplicate or fail the second time; idempotent updates don't need it. The
   * operation's result is stored for a day, so it must not contain a secret, and its limit must count successes.
   */
  once?: boolean;
  /** The record that the form edits. The form is refused once if someone else saved changes after it was opened. */
  edits?: EditedRecord;
  /** Checks fields that only the page has, so no schema checks them. */
  findFaults?: (fields: Fields) => Promise<FieldErrors>;
  /** Refusals that the person can fix in this form, besides the usual ones: a wrong password, if the form has one. */
  fixable?: readonly ErrorCode[];
}

/** For `toInput`: reads an empty select as null, the API's value for "none". */
export function emptyAsNull(...names: string[]): (fields: Fields) => Fields {
  return (fields) => {
    const empty = names.filter((name) => fields[name] === "").map((name) => [name, null]);
    return { ...fields, ...Object.fromEntries(empty) };
  };
}

/** For `toInput`: reads dates and times without a zone, as browsers send them, in the agency's zone. */
export function localTimes(...names: string[]): (fields: Fields, timeZone: string) => Fields {
  return (fields, timeZone) => {
    const read = names.flatMap((name) => {
      const { [name]: value } = fields;
      const instant = typeof value === "string" ? instantOf(timeZone, value.trim()) : null;
      return instant ? [[name, instant.toISOString()]] : [];
    });
    return { ...fields, ...Object.fromEntries(read) };
  };
}

/** For `toInput`: reads "true" and "false" as booleans. Leaves any other text for the schema to refuse. */
export function textAsFlag(name: string): (fields: Fields) => Fields {
  const flags = new Map<unknown, boolean>([
    ["true", true],
    ["false", false],
  ]);
  return (fields) => ({ ...fields, [name]: flags.get(fields[name]) ?? fields[name] });
}
