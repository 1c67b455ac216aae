import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { DateTimeField } from "~/ui/kit/form/date-time-field";
import { labelledBy } from "~/ui/kit/form/field-group";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";
import type { PresetTag } from "~/values/tags";
import { AUDIENCE_WORDS } from "./audience-words";

export const ANNOUNCEMENT_LABELS = {
  title: "Title",
  body: "Text",
  audience: "Who gets a notification?",
  audienceTags: "Tags",
  audienceSetAsides: "Set-asides",
  publishesAt: "Publish at",
} as const;

const labelled = labelledBy(ANNOUNCEMENT_LABELS);

/** Title and text. */
export function AnnouncementText() {
  return (
    <>
      <TextField {...labelled("title")} />
      <TextArea {...labelled("body")} rows={14} isFormatted />
    </>
  );
}

const AUDIENCES = Object.entries(AUDIENCE_WORDS).map(([value, label]) => ({ value, label }));

/** Who is notified. Browsers show only the field that the choice needs. */
export function AudienceFields({ presets }: { presets: readonly PresetTag[] }) {
  return (
    <div className="glip-audience">
      <SelectField
        {...labelled("audience")}
        options={AUDIENCES}
        emptyLabel={null}
        hint="Everyone can read it. People can turn these notifications off, or get only those with their tags."
      />
      <div className="glip-audience__tags">
        <TagField
          {...labelled("audienceTags")}
          presets={presets}
          hint="Separated by commas. We notify organizations with one of these tags, and people who follow one."
        />
      </div>
      <div className="glip-audience__set-asides">
        <CheckboxGroup name="audienceSetAsides" legend={ANNOUNCEMENT_LABELS.audienceSetAsides} />
      </div>
    </div>
  );
}

/** When a scheduled announcement is published. */
export function PublicationTime({ hint }: { hint: string }) {
  return <DateTimeField {...labelled("publishesAt")} hint={hint} />;
}
