/** The field of a tag's other names. */
export const OTHER_NAMES = {
  name: "aliases",
  label: "Other names",
  hint: "With commas between them, such as “drones, unmanned aircraft”. Searches, suggestions and routing treat them as the same tag, so names that are too broad notify too many people.",
};
