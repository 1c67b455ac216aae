/** What an operator should look into, most urgent first. Programs that monitor the service match these. */
export const WARNING_CODES = [
  "WRITES_REFUSED",
  "STANDBY_BEHIND",
  "AUDIT_LOG_PROBLEM",
  "OFFSITE_COPY_STOPPED",
  "OFFSITE_COPY_BEHIND",
  "BACKUP_PROBLEM",
  "BACKUP_MISSING",
  "BACKUP_OFF",
  "DISK_LOW",
  "MAIL_FAILING",
  "NOTIFICATIONS_FAILING",
  "SEARCH_INDEX_PROBLEM",
  "CHECK_OVERDUE",
] as const;

export type WarningCode = (typeof WARNING_CODES)[number];
