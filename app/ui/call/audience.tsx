import { counted } from "~/values/format";

type AudienceProps = {
  people: number;
  /** The action: "Adding a note". */
  doing: string;
  /** Whether the people are industry users. */
  inIndustry?: boolean;
};

/** Says how many people an action will notify. */
export function Audience({ people, doing, inIndustry }: AudienceProps) {
  const where = inIndustry ? " in industry" : "";
  return people > 0
    ? `${doing} notifies ${counted(people, "person", "people")}${where}.`
    : `${inIndustry ? `${doing} notifies nobody in industry yet` : `${doing} does not notify anyone`}.`;
}
