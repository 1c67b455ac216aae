/** What the API and the pages say while nobody may change credentials. Apart from the schema, so that pages do not load zod. */
export const LOCK_MESSAGE = "Credential changes are locked on this deployment.";
