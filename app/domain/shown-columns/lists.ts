/**
 * Government's lists whose columns people choose: the columns besides the first, which names the record, in their order on
 * the page, and those that the list shows to people who chose none.
 */
export const COLUMN_LISTS = {
  submissions: {
    offered: ["organization", "owner", "answerBy", "call", "type", "techTags", "status", "createdAt", "updatedAt"],
    usual: ["organization", "owner", "techTags", "status", "createdAt"],
  },
  organizations: {
    offered: [
      "status",
      "techTags",
      "uei",
      "cageCode",
      "place",
      "setAsides",
      "samRegistrationStatus",
      "submissions",
      "lastEngagement",
      "createdAt",
      "updatedAt",
    ],
    usual: ["status", "techTags", "createdAt"],
  },
  engagements: {
    offered: [
      "date",
      "participants",
      "command",
      "status",
      "location",
      "attendees",
      "openTasks",
      "createdBy",
      "createdAt",
      "updatedAt",
    ],
    usual: ["date", "participants", "command", "status"],
  },
  calls: {
    offered: [
      "techTags",
      "status",
      "closesAt",
      "questionsDueAt",
      "releasesAt",
      "solicitationNumber",
      "setAside",
      "submissions",
      "author",
      "createdAt",
      "updatedAt",
    ],
    usual: ["techTags", "status", "closesAt", "updatedAt"],
  },
} as const;

export type ColumnList = keyof typeof COLUMN_LISTS;
export const COLUMN_LIST_NAMES = Object.keys(COLUMN_LISTS) as [ColumnList, ...ColumnList[]];
export type ColumnOf<List extends ColumnList> = (typeof COLUMN_LISTS)[List]["offered"][number];

/** In an address: no column besides the first. */
export const NO_COLUMNS = "none";

/** Columns as an address has them. */
export const columnsText = (columns: readonly string[]) => columns.join(",") || NO_COLUMNS;
