import { extensionOf, type Showing } from "~/storage/file-types";
import { UnreadableText } from "~/ui/attachment/unreadable-text";
import { Section } from "~/ui/kit/page/section";
import { LIMITS, MB } from "~/values/limits";
import { FileLink } from "./submission-review";

interface SubmissionDocumentProps {
  submission: { id: string; title: string; fileName: string | null; sizeBytes: number | null };
  /** Null for a document that is only downloaded. */
  showing: Showing | null;
  /** Whether the search does not have its text, because the server could not read it. */
  isUnreadable: boolean;
}

/** A submission's document, for its reviewers. On a phone, where a frame would be too small, a link opens it. */
export function SubmissionDocument({ submission, showing, isUnreadable }: SubmissionDocumentProps) {
  const { id, title, fileName } = submission;
  const address = `/api/gov/submissions/${id}/document`;
  return (
    <div className="glip-document">
      <Section
        title="Document"
        actions={
          fileName !== null && (
            <>
              <FileLink submission={submission} />
              {showing && (
                <a className="usa-link" href={address} data-shortcut="document">
                  Open without this page
                </a>
              )}
            </>
          )
        }
      >
        {isUnreadable && <UnreadableText />}
        {fileName === null ? (
          <p className="glip-muted">The organization sent no document.</p>
        ) : showing ? (
          <iframe
            // Another address in the same frame would be a step in the browser's history.
            key={id}
            className="glip-document__frame"
            src={address}
            title={`Document of ${title}`}
            loading="lazy"
            sandbox={showing === "sandboxed" ? "" : undefined}
          />
        ) : (
          <p>{reasonOf(fileName)}</p>
        )}
      </Section>
    </div>
  );
}

function reasonOf(fileName: string): string {
  const type = extensionOf(fileName).toUpperCase();
  if (type !== "TXT") return `Browsers cannot show ${type} files. Download it to read it.`;
  return `Pages show text only up to ${LIMITS.shownTextBytes / MB} MB. Download it to read it.`;
}
