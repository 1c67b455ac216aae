/** The reviewers, by first name. */
export const DANIEL = "daniel.whitcomb@otp.gov.example";
export const RENEE = "renee.thibodeaux@otp.gov.example";
export const ALEJANDRO = "alejandro.cruz-medina@otp.gov.example";
export const INGRID = "ingrid.sorensen-blackwood@otp.gov.example";
export const TOMAS = "tomas.ekeland@otp.gov.example";
export const KEISHA = "keisha.abernathy@otp.gov.example";
export const JONATHAN = "jonathan.pruitt@otp.gov.example";
export const MEI_LING = "mei-ling.castellanos@otp.gov.example";
export const PRIYA = "priya.raghunathan@otp.gov.example";
export const MARCUS = "marcus.oyelaran@otp.gov.example";
