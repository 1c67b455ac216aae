import { Section } from "~/ui/kit/page/section";
import { FileLink, type ReviewedSubmission } from "./submission-review";

/** A submission's document, for its reviewers. */
export function SubmissionDocument({ submission }: { submission: ReviewedSubmission }) {
  return (
    <Section title="Document">
      {submission.fileName ? <FileLink submission={submission} /> : <p>No document.</p>}
    </Section>
  );
}
