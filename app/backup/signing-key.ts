/** The path of an installation's signing key: beside its database and not in it. */
export const signingKeyPath = ({ databasePath }: { databasePath: string }): string => `${databasePath}.signing-key`;
