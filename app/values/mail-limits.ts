const HOUR = 3_600;

/** Sending mail. */
export const MAIL = {
  /** To the mail server, at once. */
  connections: 3,
  /** Mails that are prepared in one transaction and sent together. */
  batch: 20,
  connectMilliseconds: 10_000,
  /** One try, from the connection to the server's last response. */
  tryMilliseconds: 30_000,
  /** How long a stopping server waits for the tries under way. */
  stopMilliseconds: 5_000,
  /** Tries before a mail is given up: about three days. */
  attempts: 20,
  /** After a failure, twice as long each time. The pause is between half of this and all of it, by chance. */
  retry: { firstSeconds: 60, mostSeconds: 6 * HOUR },
  /** Notifications of each kind that a digest lists. It counts the rest. */
  digestItems: 20,
  /** How long mail that was sent, or that had nothing to say, stays in the outbox. */
  sentDays: 14,
  failedDays: 90,
} as const;
