/** A value of a profile's field at the edge of what it may be; `kept` is what is then read, where it is taken. */
export interface Edge {
  field: string;
  value: unknown;
  what: string;
  /** Absent: the value is refused. */
  kept?: unknown;
}

const taken = (field: string, value: unknown, what: string, kept: unknown = value): Edge => ({
  field,
  value,
  what,
  kept,
});
const refused = (field: string, value: unknown, what: string): Edge => ({ field, value, what });

const a = (count: number) => "a".repeat(count);
const codes = (count: number) => Array.from({ length: count }, (_, index) => String(541_000 + index));
const ALL_SET_ASIDES = ["SMALL_BUSINESS", "EIGHT_A", "WOSB", "EDWOSB", "SDVOSB", "HUBZONE"];
/** The tests' clock stands in this year. */
const YEAR = 2026;

const longLine = (field: string, max: number): Edge[] => [
  taken(field, a(max), `${max} characters`),
  taken(field, `  ${a(max)} `, `${max} characters with spaces around them`, a(max)),
  refused(field, a(max + 1), `${max + 1} characters`),
  refused(field, "two\nlines", "two lines"),
  refused(field, 5, "a number"),
];

const contact = (prefix: "poc" | "contractsPoc"): Edge[] => [
  ...longLine(`${prefix}Name`, 255),
  taken(`${prefix}Email`, "Ann@Example.COM", "an email in another case", "ann@example.com"),
  refused(`${prefix}Email`, "ann", "a word"),
  refused(`${prefix}Email`, "ann@example", "an address without a domain"),
  refused(`${prefix}Email`, `${a(250)}@example.com`, "more than 255 characters"),
  taken(`${prefix}Phone`, "1234567", "7 digits"),
  taken(`${prefix}Phone`, "+1 (202) 555-0100 x12", "the signs of a telephone number"),
  taken(`${prefix}Phone`, "1".repeat(25), "25 digits"),
  refused(`${prefix}Phone`, "123456", "6 digits"),
  refused(`${prefix}Phone`, "1".repeat(26), "26 digits"),
  refused(`${prefix}Phone`, "call me maybe", "letters"),
];

/** Every rule of the fields that registration and the profile share, on both sides of its edge. */
export const PROFILE_EDGES: readonly Edge[] = [
  ...["COMPANY", "ACADEMIA", "FFRDC", "UARC", "FOREIGN_PARTNER", "OTHER"].map((type) => taken("orgType", type, type)),
  refused("orgType", "company", "a value in lower case"),
  refused("orgType", "CHARITY", "an unknown value"),
  refused("orgType", "", "empty"),
  refused("orgType", undefined, "missing"),
  taken("cageCode", "1ab2C", "5 letters and digits", "1AB2C"),
  refused("cageCode", "1AB2", "4 characters"),
  refused("cageCode", "1AB2CD", "6 characters"),
  refused("cageCode", "1AB-2", "5 characters with a sign"),
  taken("uei", "abcdefghijkl23456789", "20 characters", "ABCDEFGHIJKL23456789"),
  refused("uei", a(21), "21 characters"),
  taken("dunsNumber", "012345678", "9 digits"),
  refused("dunsNumber", "01234567", "8 digits"),
  refused("dunsNumber", "0123456789", "10 digits"),
  refused("dunsNumber", "12345678a", "8 digits and a letter"),
  taken("naicsCodes", "541330, 541715 541330", "codes with commas and spaces", ["541330", "541715"]),
  taken("naicsCodes", codes(10).join(","), "10 codes", codes(10)),
  refused("naicsCodes", codes(11).join(" "), "11 codes"),
  refused("naicsCodes", "54133", "a code of 5 digits"),
  refused("naicsCodes", "5413300", "a code of 7 digits"),
  refused("naicsCodes", "54133a", "a code with a letter"),
  refused("naicsCodes", ["541330"], "a list"),
  ...longLine("addressLine1", 255),
  ...longLine("addressLine2", 255),
  ...longLine("city", 100),
  ...longLine("state", 50),
  taken("postalCode", "SW1", "3 characters"),
  taken("postalCode", "20301-1000 AB", "letters, digits, a space and a hyphen"),
  taken("postalCode", "1".repeat(20), "20 characters"),
  refused("postalCode", "12", "2 characters"),
  refused("postalCode", "1".repeat(21), "21 characters"),
  refused("postalCode", "203_01", "another sign"),
  taken("setAsides", [], "none", []),
  taken("setAsides", ALL_SET_ASIDES, "all six"),
  refused("setAsides", [...ALL_SET_ASIDES, "WOSB"], "seven"),
  refused("setAsides", ["LARGE_BUSINESS"], "an unknown value"),
  refused("setAsides", "WOSB", "a word"),
  ...contact("poc"),
  ...contact("contractsPoc"),
  taken("employeeCount", "0", "0", 0),
  taken("employeeCount", "2000000", "2,000,000", 2_000_000),
  refused("employeeCount", "2000001", "2,000,001"),
  refused("employeeCount", "-1", "negative"),
  refused("employeeCount", "1.5", "a fraction"),
  refused("employeeCount", "1e3", "an exponent"),
  taken("annualRevenueUsd", "9".repeat(12), "12 digits", 999_999_999_999),
  refused("annualRevenueUsd", "1".repeat(13), "13 digits"),
  refused("annualRevenueUsd", "12.50", "cents"),
  refused("annualRevenueUsd", "$100", "a sign"),
  taken("businessStartYear", "1800", "1800", 1800),
  refused("businessStartYear", "1799", "1799"),
  taken("businessStartYear", String(YEAR), "this year", YEAR),
  refused("businessStartYear", String(YEAR + 1), "next year"),
  ...["ACTIVE", "PENDING", "EXPIRED", "NOT_REGISTERED"].map((status) => taken("samRegistrationStatus", status, status)),
  refused("samRegistrationStatus", "UNKNOWN", "an unknown value"),
  taken("samExpirationDate", "2028-02-29", "a leap day"),
  refused("samExpirationDate", "2027-02-29", "a day that does not exist"),
  refused("samExpirationDate", "02/28/2027", "a date of another form"),
  refused("samExpirationDate", "2027-02-28T00:00:00Z", "a date-time"),
  taken("website", "https://example.com/about?us=1", "an https address"),
  taken("website", "http://example.com", "an http address"),
  taken("website", `https://example.com/${a(235)}`, "255 characters"),
  refused("website", `https://example.com/${a(236)}`, "256 characters"),
  refused("website", "example.com", "a name without a scheme"),
  refused("website", "javascript:alert(1)", "a script"),
  refused("website", "ftp://example.com/", "another scheme"),
  taken("description", a(2000), "2,000 characters"),
  refused("description", a(2001), "2,001 characters"),
  taken("description", "Two\r\nlines", "two lines", "Two\nlines"),
  taken("techTags", a(500), "500 characters"),
  refused("techTags", a(501), "501 characters"),
  taken("techTags", " Rotors,ROTORS ,, Deep  Sea ", "tags that want normalizing", "rotors,deep sea"),
  refused("techTags", ["rotors"], "a list"),
];

/** The optional fields that are text: each may be empty, and so has no value. */
export const CLEARABLE: Readonly<Record<string, unknown>> = {
  cageCode: null,
  uei: null,
  dunsNumber: null,
  naicsCodes: [],
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  postalCode: null,
  pocName: null,
  pocEmail: null,
  pocPhone: null,
  contractsPocName: null,
  contractsPocEmail: null,
  contractsPocPhone: null,
  employeeCount: null,
  annualRevenueUsd: null,
  businessStartYear: null,
  samRegistrationStatus: null,
  samExpirationDate: null,
  website: null,
  description: null,
  techTags: "",
};

/** A whole profile, as it is sent and as it is then read. */
export const FULL_PROFILE = {
  orgType: "COMPANY",
  cageCode: "1AB2C",
  uei: "ABCDEFGHIJ12",
  dunsNumber: "123456789",
  naicsCodes: "541330,541715",
  addressLine1: "1 Main Street",
  addressLine2: "Suite 2",
  city: "Springfield",
  state: "VA",
  postalCode: "22150",
  setAsides: ["WOSB"],
  pocName: "Ann Able",
  pocEmail: "ann@example.com",
  pocPhone: "202-555-0100",
  contractsPocName: "Ben Best",
  contractsPocEmail: "ben@example.com",
  contractsPocPhone: "202-555-0101",
  employeeCount: "25",
  annualRevenueUsd: "1000000",
  businessStartYear: "1999",
  samRegistrationStatus: "ACTIVE",
  samExpirationDate: "2027-01-31",
  website: "https://example.com",
  description: "We make rotors.",
  techTags: "rotors",
} as const;
export const FULL_PROFILE_READ = {
  ...FULL_PROFILE,
  naicsCodes: ["541330", "541715"],
  employeeCount: 25,
  annualRevenueUsd: 1_000_000,
  businessStartYear: 1999,
  smallBusiness: true,
  country: "USA",
};
