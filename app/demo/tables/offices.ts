/** The offices that publish calls and their contacts, as fields of the call form. */
export const OFFICES = {
  DARS: {
    pocName: "Daniel Whitcomb",
    pocTitle: "Director, Autonomous and Robotic Systems",
    pocEmail: "daniel.whitcomb@otp.gov.example",
    pocPhone: "+1 256 555 0100",
    secondaryPocName: "Tomás Ekeland",
    secondaryPocEmail: "tomas.ekeland@otp.gov.example",
    officeName: "Directorate for Autonomous and Robotic Systems",
    officeCity: "Huntsville",
    officeState: "AL",
    officeZip: "35808",
    officeCountry: "USA",
  },
  DCIA: {
    pocName: "Renée Thibodeaux",
    pocTitle: "Director, Cyber and Information Advantage",
    pocEmail: "renee.thibodeaux@otp.gov.example",
    pocPhone: "+1 301 555 0131",
    officeName: "Directorate for Cyber and Information Advantage",
    officeCity: "Fort Meade",
    officeState: "MD",
    officeZip: "20755",
    officeCountry: "USA",
  },
  DAMS: {
    pocName: "Alejandro Cruz-Medina",
    pocTitle: "Director, Advanced Manufacturing and Sustainment",
    pocEmail: "alejandro.cruz-medina@otp.gov.example",
    pocPhone: "+1 309 555 0122",
    secondaryPocName: "Keisha Abernathy",
    secondaryPocEmail: "keisha.abernathy@otp.gov.example",
    secondaryPocPhone: "+1 812 555 0174",
    officeName: "Directorate for Advanced Manufacturing and Sustainment",
    officeCity: "Rock Island",
    officeState: "IL",
    officeZip: "61299",
    officeCountry: "USA",
  },
  DSS: {
    pocName: "Ingrid Sørensen-Blackwood",
    pocTitle: "Director, Space and Sensing",
    pocEmail: "ingrid.sorensen-blackwood@otp.gov.example",
    officeName: "Directorate for Space and Sensing",
    officeCity: "Colorado Springs",
    officeState: "CO",
    officeZip: "80914",
    officeCountry: "USA",
  },
} as const;

/** Directors, who publish for their directorates. */
export const DIRECTORS = {
  DARS: OFFICES.DARS.pocEmail,
  DCIA: OFFICES.DCIA.pocEmail,
  DAMS: OFFICES.DAMS.pocEmail,
  DSS: OFFICES.DSS.pocEmail,
} as const;
