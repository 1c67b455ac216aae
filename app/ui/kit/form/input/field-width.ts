/** How wide a field is, by its name: as wide as what belongs in it. The others have the width of a name. */
const BY_NAME: Readonly<Record<string, string>> = {
  postalCode: "sm",
  officeZip: "sm",
  popZip: "sm",
  state: "md",
  officeState: "md",
  popState: "md",
  country: "lg",
  officeCountry: "lg",
  popCountry: "lg",
  uei: "md",
  cageCode: "xs",
  dunsNumber: "sm",
  naicsCode: "sm",
  classificationCode: "xs",
  employeeCount: "sm",
  annualRevenueUsd: "md",
  businessStartYear: "xs",
  answerWithinDays: "xs",
  abbreviation: "md",
  echelon: "lg",
};

/** By its type, if its name says nothing. */
const BY_TYPE: Readonly<Record<string, string>> = { date: "md", month: "md", number: "sm", tel: "lg" };

/** The class for a field's width, to append to other classes. */
export function widthClass(name: string, type = "text"): string {
  const width = BY_NAME[name] ?? BY_TYPE[type];
  return width === undefined ? "" : ` glip-input--${width}`;
}
