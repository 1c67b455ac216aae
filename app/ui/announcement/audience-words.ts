import type { Audience } from "~/domain/announcement/rules";
import { formatList } from "~/values/format";
import { labelOf } from "~/values/labels";
import { tagsOf } from "~/values/tags";

export const AUDIENCE_WORDS: Readonly<Record<Audience["audience"], string>> = {
  ALL: "Everyone in industry",
  TAGS: "Organizations with certain tags",
  SET_ASIDES: "Organizations with certain set-asides",
};

/** "Organizations with the tags autonomy and logistics" */
export function audienceInWords({ audience, audienceTags, audienceSetAsides }: Audience): string {
  const [one, many, names] =
    audience === "TAGS"
      ? ["tag", "tags", tagsOf(audienceTags)]
      : ["set-aside", "set-asides", audienceSetAsides.map((setAside) => labelOf(setAside))];
  if (audience === "ALL") return AUDIENCE_WORDS.ALL;
  const [only] = names;
  return names.length === 1
    ? `Organizations with the ${one} ${only}`
    : `Organizations with one of the ${many} ${formatList(names)}`;
}
