import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { UploadRulesContext } from "./form-watch";
import {
  announcedProgress,
  forgetUpload,
  prepareUpload,
  progressInWords,
  type UploadRules,
  useUploadStage,
} from "./upload";

type UploadFormProps = {
  /** The form's name, for pages with several. Its action carries the same name. */
  form?: string;
  action?: string;
  rules: UploadRules;
  className: string;
  children: ReactNode;
};

/**
 * A form with files. Its page must export `uploadAction` as `clientAction`; scripts then show the progress and can
 * cancel.
 */
export function UploadForm({ form, action, rules, className, children }: UploadFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => forgetUpload, []);
  const prepare = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    prepareUpload({ body: new FormData(event.currentTarget, submitter), rules, form });
  };
  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      noValidate
      className={className}
      ref={element}
      onSubmit={prepare}
    >
      <UploadRulesContext.Provider value={rules}>{children}</UploadRulesContext.Provider>
      <UploadProgress
        // The button that had the focus is gone.
        afterCancel={() => element.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus()}
      />
    </Form>
  );
}

function UploadProgress({ afterCancel }: { afterCancel: () => void }) {
  const stage = useUploadStage();
  const labelId = useId();
  return (
    <div className="glip-upload">
      <div role="status">
        {stage?.name === "sending" && <span className="usa-sr-only">{announcedProgress(stage.sent, stage.total)}</span>}
        {stage?.name === "checking" && <p>Sent. Checking the {stage.files === 1 ? "file" : "files"}…</p>}
        {stage?.name === "cancelled" && (
          <p>
            You canceled the upload, and nothing was saved. Your {stage.files === 1 ? "file is" : "files are"} still
            selected.
          </p>
        )}
      </div>
      {stage?.name === "sending" && (
        <>
          <div id={labelId}>Uploading: {progressInWords(stage.sent, stage.total)}</div>
          <progress className="glip-upload__bar" max={stage.total} value={stage.sent} aria-labelledby={labelId} />
          <button
            className="usa-button usa-button--outline"
            type="button"
            onClick={() => {
              stage.cancel();
              afterCancel();
            }}
          >
            Cancel upload
          </button>
        </>
      )}
    </div>
  );
}
