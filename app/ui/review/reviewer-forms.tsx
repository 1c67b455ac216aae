import { Form } from "@remix-run/react";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { TextArea } from "~/ui/kit/form/text-field";
import type { FieldErrors } from "~/values/errors";
import type { PresetTag } from "~/values/tags";
import type { FieldConstraints } from "~/web/forms/form-state";
import { ReviewForm } from "./review-form";
import type { Review } from "./reviewers";

/** Values and errors of the form that was refused, by the form's name. */
interface Refused {
  form?: string;
  values?: FieldValues;
  errors?: FieldErrors;
  readAt?: string;
}

export const REVIEWER_LABELS = {
  ownerId: "Give it to",
  userId: "Colleague to ask",
  reason: "Reason",
  governmentTags: "Government tags",
};

interface ReviewerFormsProps {
  review: Review;
  presets: readonly PresetTag[];
  constraints: Record<"owner" | "ask" | "recuse" | "tags", FieldConstraints>;
  refused: Refused | undefined;
}

/** The forms about the people who review a submission, as items of a list. */
export function ReviewerForms({ review, presets, constraints, refused }: ReviewerFormsProps) {
  const { owner, opinions, governmentTags } = review;
  const of = (form: string) => (refused?.form === form ? refused : undefined);
  return (
    <>
      {review.owners.length > 0 && (
        <li>
          <GiveForm key={owner?.id} review={review} constraints={constraints.owner} refused={of("owner")} />
        </li>
      )}
      <li>
        <AskForm key={opinions.length} review={review} constraints={constraints.ask} refused={of("ask")} />
      </li>
      <li>
        <TagsForm
          key={governmentTags}
          tags={governmentTags}
          readAt={review.tagsReadAt}
          presets={presets}
          constraints={constraints.tags}
          refused={of("tags")}
        />
      </li>
      <li>
        <RecuseForm constraints={constraints.recuse} refused={of("recuse")} />
      </li>
    </>
  );
}

interface PartProps {
  constraints: FieldConstraints;
  refused: Refused | undefined;
}

const FORM = "usa-form usa-form--large glip-form";

function GiveForm({ review: { owner, owners }, constraints, refused }: PartProps & { review: Review }) {
  const actionOf = useNamedAction();
  return (
    <ReviewForm label="Assign to a colleague" isOpen={refused !== undefined}>
      <Form method="post" action={actionOf("owner")} noValidate className={FORM}>
        <FormKit idPrefix="owner-" constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
          <input type="hidden" name="presentOwnerId" value={owner?.id ?? ""} />
          <SelectField name="ownerId" label={REVIEWER_LABELS.ownerId} options={owners} />
          <SubmitButton pendingText="Assigning…">Assign</SubmitButton>
        </FormKit>
      </Form>
    </ReviewForm>
  );
}

function AskForm({ review: { reviewers, opinions, owner }, constraints, refused }: PartProps & { review: Review }) {
  const actionOf = useNamedAction();
  const asked = opinions.map(({ user }) => user.id);
  const options = reviewers.filter(({ value }) => !asked.includes(value) && value !== owner?.id);
  return (
    <ReviewForm label="Ask for an opinion" isOpen={refused !== undefined}>
      <Form method="post" action={actionOf("ask")} noValidate className={FORM}>
        <FormKit idPrefix="ask-" constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
          <SelectField
            name="userId"
            label={REVIEWER_LABELS.userId}
            options={options}
            hint="We tell them. They write their opinion as an assessment."
          />
          <SubmitButton pendingText="Asking…">Ask</SubmitButton>
        </FormKit>
      </Form>
    </ReviewForm>
  );
}

interface TagsFormProps extends PartProps {
  tags: string;
  readAt: string | null;
  presets: readonly PresetTag[];
}

function TagsForm({ tags, readAt, presets, constraints, refused }: TagsFormProps) {
  const actionOf = useNamedAction();
  return (
    <ReviewForm label="Change government tags" isOpen={refused !== undefined}>
      <Form method="post" action={actionOf("tags")} noValidate className={FORM}>
        <FormKit
          idPrefix="tags-"
          constraints={constraints}
          values={refused?.values ?? { governmentTags: tags }}
          errors={refused?.errors}
        >
          <ReadAtField value={refused?.readAt ?? readAt} />
          <TagField
            name="governmentTags"
            label={REVIEWER_LABELS.governmentTags}
            presets={presets}
            hint="Your own tags, beside the submitter's. People who follow them become reviewers too. The submitter never sees them."
          />
          <SubmitButton pendingText="Saving…">Save tags</SubmitButton>
        </FormKit>
      </Form>
    </ReviewForm>
  );
}

function RecuseForm({ constraints, refused }: PartProps) {
  const actionOf = useNamedAction();
  return (
    <ReviewForm label="Recuse yourself" isOpen={refused !== undefined}>
      <Form method="post" action={actionOf("recuse")} noValidate className={FORM}>
        <FormKit idPrefix="recuse-" constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
          <p>
            Use this if you have a conflict of interest. You take no part in this review anymore, and the submission is
            never routed or assigned to you again. You cannot undo this.
          </p>
          <TextArea name="reason" label={REVIEWER_LABELS.reason} rows={3} hint="Other reviewers can read it." />
          <SubmitButton variant="secondary" pendingText="Saving…">
            Recuse myself
          </SubmitButton>
        </FormKit>
      </Form>
    </ReviewForm>
  );
}
