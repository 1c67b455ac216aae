import { Form } from "@remix-run/react";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { useNamedAction } from "~/ui/kit/form/named-action";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { TextArea } from "~/ui/kit/form/text-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { TagList } from "~/ui/kit/format/tag-list";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { Section } from "~/ui/kit/page/section";
import type { FieldErrors } from "~/values/errors";
import type { PresetTag } from "~/values/tags";
import type { FieldConstraints } from "~/web/forms/form-state";

interface Named {
  id: string;
  name: string;
}

interface Review {
  owner: Named | null;
  governmentTags: string;
  opinions: { user: Named; askedBy: Named; askedAt: string; isGiven: boolean }[];
  recusals: { user: Named; reason: string; createdAt: string }[];
  readerId: string;
  isOwn: boolean;
  isRecused: boolean;
  mayGive: boolean;
  /** Colleagues to ask. */
  reviewers: { value: string; label: string }[];
  /** Colleagues that the reader may give the submission to. */
  owners: { value: string; label: string }[];
}

/** Values and errors of the form that was refused, by the form's name. */
interface Refused {
  form?: string;
  values?: FieldValues;
  errors?: FieldErrors;
}

export const REVIEWER_LABELS = {
  ownerId: "Give it to",
  userId: "Colleague to ask",
  reason: "Reason",
  governmentTags: "Government tags",
};

/** The names of the forms that are collapsed at first. */
const FORMS = ["owner", "ask", "tags", "recuse"];

interface ReviewersProps {
  review: Review;
  presets: readonly PresetTag[];
  /** Whether the reader may take part in the review. */
  takesPart: boolean;
  constraints: Record<"owner" | "ask" | "recuse" | "tags", FieldConstraints>;
  refused: Refused | undefined;
}

/** Who reviews a submission: its owner, the people asked, and those who recused themselves. Only for government. */
export function Reviewers({ review, presets, takesPart, constraints, refused }: ReviewersProps) {
  const actionOf = useNamedAction();
  const { owner, opinions, recusals, governmentTags, isRecused } = review;
  const of = (form: string) => (refused?.form === form ? refused : undefined);
  return (
    <Section title="Reviewers">
      {isRecused && <p>You recused yourself. You take no part in this review anymore.</p>}
      <DescriptionList
        rows={[
          {
            term: "Owner",
            value: (
              <div className="glip-cluster">
                <span>{owner?.name ?? "Nobody yet"}</span>
                {takesPart && <OwnerActions review={review} />}
              </div>
            ),
          },
          ...(opinions.length === 0
            ? []
            : [
                {
                  term: "Asked for an opinion",
                  value: (
                    <ul className="usa-list usa-list--unstyled">
                      {opinions.map(({ user, askedBy, isGiven }) => (
                        <li key={user.id} className="glip-cluster">
                          <span>
                            {user.name}, by {askedBy.name}: {isGiven ? "given" : "not given yet"}
                          </span>
                          {takesPart && !isGiven && (
                            <Form method="post" action={actionOf("withdraw")} preventScrollReset>
                              <input type="hidden" name="userId" value={user.id} />
                              <SubmitButton variant="unstyled" pendingText="Removing…">
                                Stop asking<span className="usa-sr-only"> {user.name}</span>
                              </SubmitButton>
                            </Form>
                          )}
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
          ...(governmentTags === "" ? [] : [{ term: "Government tags", value: <TagList tags={governmentTags} /> }]),
          ...(recusals.length === 0
            ? []
            : [
                {
                  term: "Recused",
                  value: (
                    <ul className="usa-list usa-list--unstyled">
                      {recusals.map(({ user, reason, createdAt }) => (
                        <li key={user.id}>
                          {user.name}, <DateTime value={createdAt} />: <span className="glip-plain-text">{reason}</span>
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]),
        ]}
      />
      {takesPart && (
        <details className="glip-disclosure" open={FORMS.some((form) => of(form))}>
          <summary className="glip-disclosure__summary">Assign, ask, tag or recuse</summary>
          <div className="glip-cluster glip-cluster--top">
            {review.owners.length > 0 && (
              <GiveForm
                key={`owner ${owner?.id}`}
                review={review}
                constraints={constraints.owner}
                refused={of("owner")}
              />
            )}
            <AskForm key={`ask ${opinions.length}`} review={review} constraints={constraints.ask} refused={of("ask")} />
            <TagsForm
              key={governmentTags}
              tags={governmentTags}
              presets={presets}
              constraints={constraints.tags}
              refused={of("tags")}
            />
            <RecuseForm constraints={constraints.recuse} refused={of("recuse")} />
          </div>
        </details>
      )}
    </Section>
  );
}

/** The buttons that change the owner without a choice. Each sends the owner that its reader sees. */
function OwnerActions({ review: { owner, readerId, isOwn, mayGive } }: { review: Review }) {
  const actionOf = useNamedAction();
  return (
    <>
      {(owner === null || (mayGive && !isOwn)) && (
        <Form method="post" action={actionOf("owner")} preventScrollReset>
          <input type="hidden" name="presentOwnerId" value={owner?.id ?? ""} />
          <SubmitButton name="ownerId" value={readerId} pendingText="Taking…">
            Take it
          </SubmitButton>
        </Form>
      )}
      {mayGive && (
        <Form method="post" action={actionOf("release")} preventScrollReset>
          <input type="hidden" name="presentOwnerId" value={owner?.id ?? ""} />
          <SubmitButton variant="outline" pendingText="Saving…">
            {isOwn ? "Give it back" : "Put it back in the queue"}
          </SubmitButton>
        </Form>
      )}
    </>
  );
}

interface PartProps {
  constraints: FieldConstraints;
  refused: Refused | undefined;
}

function GiveForm({ review: { owner, owners }, constraints, refused }: PartProps & { review: Review }) {
  const actionOf = useNamedAction();
  return (
    <details className="glip-confirm" open={refused !== undefined}>
      <summary className="usa-button usa-button--outline">Assign to a colleague</summary>
      <Form method="post" action={actionOf("owner")} noValidate className="glip-confirm__body">
        <FormKit idPrefix="owner-" constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
          <input type="hidden" name="presentOwnerId" value={owner?.id ?? ""} />
          <SelectField name="ownerId" label={REVIEWER_LABELS.ownerId} options={owners} />
          <SubmitButton pendingText="Assigning…">Assign</SubmitButton>
        </FormKit>
      </Form>
    </details>
  );
}

function AskForm({ review: { reviewers, opinions, owner }, constraints, refused }: PartProps & { review: Review }) {
  const actionOf = useNamedAction();
  const asked = opinions.map(({ user }) => user.id);
  const options = reviewers.filter(({ value }) => !asked.includes(value) && value !== owner?.id);
  return (
    <details className="glip-confirm" open={refused !== undefined}>
      <summary className="usa-button usa-button--outline">Ask for an opinion</summary>
      <Form method="post" action={actionOf("ask")} noValidate className="glip-confirm__body">
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
    </details>
  );
}

interface TagsFormProps extends PartProps {
  tags: string;
  presets: readonly PresetTag[];
}

function TagsForm({ tags, presets, constraints, refused }: TagsFormProps) {
  const actionOf = useNamedAction();
  return (
    <details className="glip-confirm" open={refused !== undefined}>
      <summary className="usa-button usa-button--outline">Change government tags</summary>
      <Form method="post" action={actionOf("tags")} noValidate className="glip-confirm__body">
        <FormKit
          idPrefix="tags-"
          constraints={constraints}
          values={refused?.values ?? { governmentTags: tags }}
          errors={refused?.errors}
        >
          <TagField
            name="governmentTags"
            label={REVIEWER_LABELS.governmentTags}
            presets={presets}
            hint="Your own tags, beside the submitter's. People who follow them become reviewers too. The submitter never sees them."
          />
          <SubmitButton pendingText="Saving…">Save tags</SubmitButton>
        </FormKit>
      </Form>
    </details>
  );
}

function RecuseForm({ constraints, refused }: PartProps) {
  const actionOf = useNamedAction();
  return (
    <details className="glip-confirm" open={refused !== undefined}>
      <summary className="usa-button usa-button--outline">Recuse yourself</summary>
      <Form method="post" action={actionOf("recuse")} noValidate className="glip-confirm__body">
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
    </details>
  );
}
