/** A public password, only for the demonstration, whose data is separate from any real data. */
export const DEMONSTRATION_PASSWORD = "Demo-Portal-2026!";
/** The password that administrators choose for new accounts. People change it at their first sign-in. */
export const INITIAL_PASSWORD = "Welcome-To-The-Ledger-1!";

/** The first administrator, created the same way as with the setting ADMIN_EMAIL. */
export const FIRST_ADMIN = {
  email: "administrator@otp.gov.example",
  password: DEMONSTRATION_PASSWORD,
  name: "System administrator",
};
