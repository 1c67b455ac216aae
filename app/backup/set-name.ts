const SET_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/;
/** Of a name, those that are its day. */
export const DAY_CHARACTERS = "2026-01-31".length;

/** The name of a set made at an instant: ISO 8601 without colons, which some file systems refuse. Their order is that of time. */
export const setNameOf = (at: Date): string => at.toISOString().replaceAll(":", "-");

/** Whether a name is that of a finished set. */
export const isSetName = (name: string): boolean => SET_NAME.test(name);
