import type { EntryType } from "#db/enumerations";

/** What one record of a type is called, where records of several types are together. */
export const TYPE_NAMES: Readonly<Record<EntryType, string>> = {
  organization: "Organization",
  submission: "Submission",
  engagement: "Engagement",
  call: "Call",
  announcement: "Announcement",
  person: "Person",
  file: "File",
  note: "Note",
  command: "Command",
  tag: "Tag",
};
