import { counted } from "~/values/format";

type AudienceProps = {
  people: number;
  /** What is about to be done: "Adding a note". */
  doing: string;
  /** Whether the people are those of industry. */
  inIndustry?: boolean;
};

/** Says before it happens how many people hear of it. */
export function Audience({ people, doing, inIndustry }: AudienceProps) {
  const where = inIndustry ? " in industry" : "";
  return people === 0
    ? `${doing} does not notify anyone.`
    : `${doing} notifies ${counted(people, "person", "people")}${where}.`;
}
