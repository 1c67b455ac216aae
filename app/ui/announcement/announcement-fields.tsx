import { TextArea, TextField } from "~/ui/kit/form/text-field";

export const ANNOUNCEMENT_LABELS = { title: "Title", body: "Text" };

/** The fields of a new or edited announcement. */
export function AnnouncementFields() {
  return (
    <>
      <TextField name="title" label={ANNOUNCEMENT_LABELS.title} />
      <TextArea name="body" label={ANNOUNCEMENT_LABELS.body} rows={14} isFormatted />
    </>
  );
}
