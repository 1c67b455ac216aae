/**
 * SQL of the id of the person who is responsible for a user's work now: the user or, if the account is inactive, the
 * successor. Null if there is neither. A successor's account is always active.
 * @param user the name of the user's row
 */
export const responsibleFor = (user: string) =>
  `CASE WHEN ${user}.active = 1 THEN ${user}.id ELSE ${user}.successor_id END`;
