import { acceptOf, choiceOfTypes, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { FileField } from "~/ui/kit/form/file-field";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { TextArea } from "~/ui/kit/form/text-field";
import { UploadForm } from "~/ui/kit/form/upload-form";
import type { FieldErrors } from "~/values/errors";
import { LIMITS, MB } from "~/values/limits";
import type { FieldConstraints } from "~/web/forms/form-state";

export const MESSAGE_LABELS = { body: "Message", asksAnswer: "Question", files: "Files" };

const TYPES = SUBMISSION_FILE_TYPES;
const MOST = LIMITS.filesPerMessage;

/** What a page knows of a refused form. */
export interface RefusedMessage {
  values?: FieldValues;
  errors?: FieldErrors;
  chosenFiles?: readonly string[];
}

interface MessageFormProps {
  constraints: FieldConstraints;
  /** The words of the box that makes the message a question, for the side that may ask. */
  question?: string;
  refused: RefusedMessage | undefined;
}

/** The form for a message. Its page must export `uploadAction` as `clientAction`. */
export function MessageForm({ constraints, question, refused }: MessageFormProps) {
  const actionOf = useNamedAction();
  return (
    <UploadForm
      form="message"
      action={actionOf("message")}
      rules={{ field: "files", types: TYPES, most: MOST }}
      className="usa-form usa-form--large glip-form"
    >
      <FormKit
        constraints={{ ...constraints, files: { required: false } }}
        values={refused?.values ?? {}}
        errors={refused?.errors}
        chosenFiles={refused?.chosenFiles}
        idPrefix="message-"
      >
        <TextArea name="body" label={MESSAGE_LABELS.body} rows={4} />
        {question && (
          <CheckboxGroup
            name="asksAnswer"
            legend={MESSAGE_LABELS.asksAnswer}
            options={[{ value: "true", label: question }]}
          />
        )}
        <FileField
          name="files"
          label={MESSAGE_LABELS.files}
          accept={acceptOf(TYPES)}
          multiple
          hint={`Optional. Up to ${MOST} ${choiceOfTypes(TYPES)} files, ${LIMITS.fileBytes / MB} MB each.`}
        />
        <SubmitButton pendingText="Sending…">Send message</SubmitButton>
      </FormKit>
    </UploadForm>
  );
}
