/** Known to everybody who reads this: it is for the demonstration alone, which has a place of its own. */
export const DEMONSTRATION_PASSWORD = "Demo-Portal-2026!";
/** What an administrator chooses for a new account; its owner changes it at the first sign-in. */
export const INITIAL_PASSWORD = "Welcome-To-The-Ledger-1!";

/** The administrator that exists before anybody else, made as the settings' ADMIN_EMAIL would be. */
export const FIRST_ADMIN = { email: "administrator@otp.gov.example", password: DEMONSTRATION_PASSWORD };
