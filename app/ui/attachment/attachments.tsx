import type { ReactNode } from "react";
import { ATTACHMENT_FILE_TYPES, acceptOf, choiceOfTypes } from "~/storage/file-types";
import { FileField } from "~/ui/kit/form/file-field";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { UploadForm } from "~/ui/kit/form/upload-form";
import { FileSize } from "~/ui/kit/format/file-size";
import { Icon } from "~/ui/kit/icon";
import type { FieldErrors } from "~/values/errors";
import { LIMITS, MB } from "~/values/limits";
import { UnreadableText } from "./unreadable-text";

export const ATTACHMENT_LABELS = { files: "Files" };

interface ListedAttachment {
  id: string;
  fileName: string;
  sizeBytes: number;
}

type AttachmentsProps = {
  attachments: readonly ListedAttachment[];
  /** The download address of a file, or null for a reader who may only see its name. */
  hrefFor: ((attachment: ListedAttachment) => string) | null;
  /**
   * The actions of the forms that add and delete files, for people who may. The delete form also sends `attachmentId`.
   */
  forms?: { add: string; remove: string };
  /** Who will be notified of added files, and of a deleted one. */
  notices?: { add: ReactNode; remove: ReactNode };
  /** The ids of files whose text the search does not have, because the server could not read them. */
  unreadable?: readonly string[];
  /** The errors of the files that were sent. */
  refused?: RefusedFiles;
};

type RefusedFiles = { errors?: FieldErrors; chosenFiles?: readonly string[] };

/** The files of a record with their sizes, and forms to change them for people who may. */
export function Attachments({ attachments, hrefFor, forms, notices, unreadable, refused }: AttachmentsProps) {
  return (
    <>
      {attachments.length === 0 && <p>No files.</p>}
      {attachments.length > 0 && (
        <ul className="glip-entries">
          {attachments.map((attachment) => (
            <li key={attachment.id} className="glip-entry">
              <span className="glip-entry__text">
                <AttachmentName attachment={attachment} href={hrefFor?.(attachment)} />
                {unreadable?.includes(attachment.id) && <UnreadableText />}
              </span>
              {forms && <RemoveAttachment attachment={attachment} action={forms.remove} notice={notices?.remove} />}
            </li>
          ))}
        </ul>
      )}
      {forms && (
        <AddAttachments
          // The key makes a new form after the files changed. Otherwise the browser would keep the added files
          // selected.
          key={attachments.map(({ id }) => id).join()}
          present={attachments.length}
          action={forms.add}
          notice={notices?.add}
          refused={refused}
        />
      )}
    </>
  );
}

function AttachmentName({ attachment, href }: { attachment: ListedAttachment; href: string | undefined }) {
  const { fileName, sizeBytes } = attachment;
  const text = (
    <>
      {fileName} (<FileSize bytes={sizeBytes} />)
    </>
  );
  if (href === undefined) return text;
  return (
    <a className="usa-link" href={href}>
      <Icon name="file_download" /> {text}
    </a>
  );
}

type RemoveAttachmentProps = { attachment: ListedAttachment; action: string; notice: ReactNode };

function RemoveAttachment({ attachment: { id, fileName }, action, notice }: RemoveAttachmentProps) {
  return (
    <ConfirmedAction
      isQuiet
      label={
        <>
          Delete<span className="usa-sr-only"> {fileName}</span>
        </>
      }
      action={action}
      fields={{ attachmentId: id }}
      confirmLabel="Delete file"
      pendingText="Deleting…"
    >
      This deletes {fileName} for everyone. You cannot undo this. {notice}
    </ConfirmedAction>
  );
}

type AddAttachmentsProps = {
  present: number;
  action: string;
  notice: ReactNode;
  refused: RefusedFiles | undefined;
};

function AddAttachments({ present, action, notice, refused }: AddAttachmentsProps) {
  const most = LIMITS.attachmentsPerRecord;
  if (present >= most) {
    return <p className="glip-muted">There are already {most} files, which is the limit. Delete one to add another.</p>;
  }
  const types = choiceOfTypes(ATTACHMENT_FILE_TYPES);
  return (
    <UploadForm
      form={action.slice(1)}
      action={action}
      rules={{ field: "files", types: ATTACHMENT_FILE_TYPES, most, isRequired: true, present }}
      className="usa-form glip-form"
    >
      <FormKit
        constraints={{ files: { required: true } }}
        values={{}}
        errors={refused?.errors}
        chosenFiles={refused?.chosenFiles}
      >
        <FileField
          name="files"
          label="Add files"
          accept={acceptOf(ATTACHMENT_FILE_TYPES)}
          multiple
          hint={`${types}, up to ${LIMITS.fileBytes / MB} MB each. ${present} of ${most} files; you can add ${most - present} more.`}
        />
        <div className="glip-cluster">
          <SubmitButton pendingText="Uploading…">Upload files</SubmitButton>
          {notice && <span>{notice}</span>}
        </div>
      </FormKit>
    </UploadForm>
  );
}
