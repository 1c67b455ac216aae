/**
 * SQL of the id of the person who is responsible for a user's work now: the user or, if the account is inactive, the
 * successor. Null if there is neither. A successor's account is always active.
 * @param user the name of the user's row
 */
export const responsibleFor = (user: string) =>
  `CASE WHEN ${user}.active = 1 THEN ${user}.id ELSE ${user}.successor_id END`;

/** SQL of the ids of the people whose work the active user `@userId` is responsible for, in a column `id`. */
export const RESPONSIBLE_FOR = "SELECT id FROM user WHERE id = @userId OR (successor_id = @userId AND active = 0)";
