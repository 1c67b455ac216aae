import type { ReactNode } from "react";

type ReviewFormProps = {
  label: string;
  /** The ID of the summary, for links. */
  id?: string;
  /** Whether it is open at first, because its form was refused. */
  isOpen: boolean;
  children: ReactNode;
};

/** A form that few reviewers need at a time, behind a row that opens it. */
export function ReviewForm({ label, id, isOpen, children }: ReviewFormProps) {
  return (
    <details className="glip-review-form" open={isOpen}>
      <summary className="glip-review-form__summary" id={id}>
        {label}
      </summary>
      {children}
    </details>
  );
}
