import type { WarningCode } from "~/domain/service-status/warning-codes";

/** What each warning means, and what to do about it. */
export const WARNING_TEXT: Record<WarningCode, string> = {
  WRITES_REFUSED:
    "The server refuses all changes, sign-ins and downloads, because it has no lease from npm run replicate. That program must run and reach the store.",
  STANDBY_BEHIND: "This server shows an old copy, because it could not fetch a newer one. npm run standby says why.",
  AUDIT_LOG_PROBLEM: "The audit log failed its check. Keep every backup, and find out who changed the database.",
  OFFSITE_COPY_STOPPED:
    "Nothing copies the data to the other machine. Start npm run replicate; its output says why it ended.",
  OFFSITE_COPY_BEHIND:
    "The copy on the other machine is behind. If this machine fails now, what was written since is lost.",
  BACKUP_PROBLEM: "The last backup failed or has problems.",
  BACKUP_MISSING: "There is no backup yet.",
  BACKUP_OFF: "The server makes no backups, because BACKUP_INTERVAL_MINUTES is 0.",
  DISK_LOW: "A disk is almost full. If it fills up, the service can no longer save anything.",
  MAIL_FAILING: "Some mail was not accepted. The outbox says why.",
  NOTIFICATIONS_FAILING: "Some notifications could not be delivered. The server keeps trying, and its log says why.",
  SEARCH_INDEX_PROBLEM: "The search index does not match the records, so searches may miss some.",
  CHECK_OVERDUE: "The daily check of the audit log and the search index did not finish. The server's log says why.",
};
