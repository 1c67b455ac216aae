/*
 * Messages that several fields share. An error says what to do: "Enter a title". The other messages are in the schemas,
 * beside their rules.
 */

/** Asks for each required field by its name in the API. A test finds required fields that are missing here. */
const REQUIRED: Readonly<Record<string, string>> = {
  abbreviation: "Enter an abbreviation",
  action: "Choose what to do",
  active: "Send true or false",
  body: "Enter some text",
  commandId: "Choose a command",
  contactName: "Enter your name",
  currentPassword: "Enter your current password",
  date: "Enter a date",
  description: "Enter a description",
  dueDate: "Enter a date",
  echelon: "Enter an echelon",
  email: "Enter an email address",
  enabled: "Send true or false",
  entity: "Choose what to export",
  files: "Choose at least one file",
  following: "Choose whether to follow the call",
  frequency: "Choose how soon to send mail",
  governmentTags: "Send text with commas between the tags",
  ids: "Select at least one submission",
  industryRole: "Choose a role",
  kind: "Choose a kind of notification",
  label: "Enter a tag",
  name: "Enter a name",
  newPassword: "Enter a new password",
  nontraditional: "Send true or false",
  orgName: "Enter the organization name",
  query: "Send the query of the list as text",
  orgType: "Choose an organization type",
  outcome: "Choose an outcome",
  ownerId: "Choose a colleague",
  callId: "Send the ID of a call",
  parentId: "Send the ID of the parent command, or null",
  password: "Enter a password",
  path: "Send the path of the page",
  q: "Enter what to search for",
  questionId: "Send the ID of the question",
  questions: "Send a list of questions",
  reason: "Enter a reason",
  replaces: "Send the ID of the outcome that this one replaces, or null",
  role: "Choose a role",
  settings: "Send at least one setting",
  singleKeyShortcuts: "Send true or false",
  status: "Choose a status",
  summary: "Enter a summary",
  system: "Choose NAICS or PSC",
  text: "Enter what to do",
  title: "Enter a title",
  token: "Send the token at the end of the invitation link",
  type: "Choose a type",
  userId: "Send the ID of the user",
};

/** @param name the field's name in the API */
export const requiredMessage = (name: string): string => REQUIRED[name] ?? "Enter a value";

/** @param choices the values that the field takes, as the API or as a page has them */
export const choiceMessage = (choices: readonly string[]): string => `Choose one of these: ${choices.join(", ")}`;

export const NO_COMMAND = "Choose a command that exists";
