/** Where an installation's signing key is: beside its database, and not in it. */
export const signingKeyPath = ({ databasePath }: { databasePath: string }): string => `${databasePath}.signing-key`;
