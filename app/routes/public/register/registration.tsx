import { Form, Link, useLocation, useSearchParams } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { isProfileField, PROFILE_LABELS } from "~/domain/organization/profile-fields";
import { addressOf, FIRST_STEP, type SamePersonBox, STEPS, type StepSlug, stepOf } from "~/domain/registration/rules";
import { withRedirect } from "~/ui/account/redirect-to";
import { errorWithLabel, labelledBy } from "~/ui/kit/form/field-group";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit, useField } from "~/ui/kit/form/form-kit";
import { forgetVisitorsDrafts } from "~/ui/kit/form/input/drafts";
import { PasswordField } from "~/ui/kit/form/password-field";
import { TextField } from "~/ui/kit/form/text-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { NowContext } from "~/ui/kit/now";
import { Alert } from "~/ui/kit/page/alert";
import { DescriptionList, type DescriptionRow } from "~/ui/kit/page/description-list";
import { HelpLink } from "~/ui/kit/page/help-link";
import { Section } from "~/ui/kit/page/section";
import { useTimeZone } from "~/ui/kit/time-zone";
import { rowsOfFields } from "~/ui/organization/organization-record";
import { FieldPart, ProfilePartFields } from "~/ui/organization/profile-fields";
import { formatTimeUntil } from "~/values/format";
import { PASSWORD_HINT } from "~/values/labels";
import { LIMITS } from "~/values/limits";
import type { FormState } from "~/web/forms/form-state";
import type { showStep } from "./registration-form.server";
import { StepIndicator } from "./step-indicator";

const REGISTRATION_TITLE = "Register your organization";

const LABELS = {
  orgName: "Organization name",
  ...PROFILE_LABELS,
  contactName: "Your name",
  email: "Your email address",
  password: "Password",
};
const labelled = labelledBy(LABELS);

type Shown = Awaited<ReturnType<typeof showStep>>;
type Review = Extract<Shown, { step: "review" }>;
type Asking = Exclude<Shown, Review>;

/** A step's page title, with the step's name first. */
export function titleOfStep(slug: StepSlug): string {
  const { number, title } = stepOf(slug);
  return `Step ${number} of ${STEPS.length}: ${title}, ${REGISTRATION_TITLE}`;
}

/** One step of registration. */
export function RegistrationStep({ shown, state }: { shown: Shown; state: FormState | undefined }) {
  const steps = STEPS.map(({ slug, title }) => ({ title, isDone: shown.saved.includes(slug) }));
  return (
    <>
      <StepIndicator task={REGISTRATION_TITLE} steps={steps} current={stepOf(shown.step).number} />
      <HelpLink />
      {shown.step === "review" ? (
        <ReviewStep shown={shown} state={state} />
      ) : (
        // Each step, and each new start, needs its own fields, although they are in the same places.
        <AskingStep key={`${shown.step} ${shown.keptUntil}`} shown={shown} state={state} />
      )}
    </>
  );
}

/** The questions of each step, and its introduction. */
const QUESTIONS: { readonly [Slug in Asking["step"]]: (shown: Asking) => ReactNode } = {
  organization: () => (
    <>
      <TextField {...labelled("orgName")} autoComplete="organization" />
      <ProfilePartFields parts={["organization"]} />
      <FieldPart legend="Address">
        <ProfilePartFields parts={["address"]} />
      </FieldPart>
    </>
  ),
  identifiers: () => <ProfilePartFields parts={["identifiers"]} />,
  contacts: () => (
    <>
      <FieldPart legend="Point of contact">
        <ProfilePartFields parts={["pointOfContact"]} />
      </FieldPart>
      <FieldPart legend="Contracts contact">
        <SamePerson box="contractsPocIsPoc" label="The contracts contact is the same person">
          <ProfilePartFields parts={["contractsContact"]} />
        </SamePerson>
      </FieldPart>
    </>
  ),
  size: () => (
    <>
      <ProfilePartFields parts={["size"]} />
      <FieldPart legend="SAM.gov registration">
        <ProfilePartFields parts={["sam"]} />
      </FieldPart>
    </>
  ),
  capabilities: ({ presets }) => <ProfilePartFields parts={["capabilities"]} presets={presets} />,
  account: ({ pointOfContact, hasPassword }) => (
    <>
      {pointOfContact ? (
        <SamePerson
          box="contactIsPoc"
          label={`I am the point of contact: ${pointOfContact.name}, ${pointOfContact.email}`}
        >
          <PersonFields />
        </SamePerson>
      ) : (
        <PersonFields />
      )}
      <PasswordField
        {...labelled("password")}
        hint={
          hasPassword ? `You already chose a password. Leave this empty to keep it. ${PASSWORD_HINT}` : PASSWORD_HINT
        }
        autoComplete="new-password"
      />
    </>
  ),
};

function PersonFields() {
  return (
    <>
      <TextField {...labelled("contactName")} autoComplete="name" />
      <TextField {...labelled("email")} type="email" hint="You sign in with this address." autoComplete="username" />
    </>
  );
}

const BEFORE: { readonly [Slug in Asking["step"]]: ReactNode } = {
  organization: null,
  identifiers: "Enter the codes that your organization has. They are all optional.",
  contacts: "Who should the government contact? You can leave this empty and add it to your profile later.",
  size: "You can leave this empty and add it to your profile later.",
  capabilities:
    "Government users find you by what you write here. You can leave this empty and add it to your profile later.",
  account: "You will be your organization's administrator. You can invite colleagues once you are signed in.",
};

function AskingStep({ shown, state }: { shown: Asking; state: FormState | undefined }) {
  const { step, isFromReview, constraints } = shown;
  const { previous, fields } = stepOf(step);
  const [search] = useSearchParams();
  const errors = state ? state.errors : shown.errors;
  const labels = Object.fromEntries(fields.map((field) => [field, LABELS[field]]));
  return (
    <>
      <ErrorSummary errors={errors} formError={state?.formError} labels={labels} />
      {step === FIRST_STEP && !isFromReview && !errors && <Beginning shown={shown} />}
      {BEFORE[step] && <p className="glip-steps__lede">{BEFORE[step]}</p>}
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? shown.values} errors={errors}>
          {QUESTIONS[step](shown)}
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">{isFromReview ? "Save and review" : "Save and continue"}</SubmitButton>
            {isFromReview ? (
              <Link to={addressOf("review")}>Back to the review</Link>
            ) : (
              previous && <Link to={addressOf(previous)}>Back</Link>
            )}
          </div>
        </FormKit>
      </Form>
      {step === FIRST_STEP && (
        <p>
          Already registered? <Link to={withRedirect("/login", search.get("redirectTo"))}>Sign in</Link>.
        </p>
      )}
    </>
  );
}

/** What to know and have ready before you begin or, when you come back, where to continue. */
function Beginning({ shown: { keptUntil, saved } }: { shown: Asking }) {
  const { search } = useLocation();
  const next = STEPS.find(({ slug }) => !saved.includes(slug));
  return (
    <section className="usa-summary-box glip-steps__before" aria-labelledby="before-you-begin">
      <div className="usa-summary-box__body">
        <h2 className="usa-summary-box__heading" id="before-you-begin">
          {keptUntil === null ? "Before you begin" : "Welcome back"}
        </h2>
        <div className="usa-summary-box__text">
          {keptUntil === null ? (
            <>
              <p>
                You need only your organization's name, an email address and a password. You can add the rest to your
                profile later, such as codes and dates from SAM.gov, set-asides and contacts.
              </p>
              <p>
                We keep your answers for {LIMITS.registrationDraftHours} hours after your last change, so you can stop
                and come back in this browser.
              </p>
            </>
          ) : (
            <>
              {next && next.slug !== FIRST_STEP && (
                <p>
                  <Link className="usa-button" to={{ pathname: addressOf(next.slug), search }}>
                    Continue at step {stepOf(next.slug).number}
                  </Link>
                </p>
              )}
              <SavedUntil until={keptUntil} />
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** How long we keep the answers, and how to delete them before. */
function SavedUntil({ until }: { until: string }) {
  const now = useContext(NowContext);
  const timeZone = useTimeZone();
  const left = now && formatTimeUntil(new Date(until), now, timeZone);
  return (
    <>
      <p>
        You can come back to your answers in this browser until <DateTime value={until} />
        {left && ` (${left} left)`}.
      </p>
      <ConfirmedAction
        label="Delete my answers"
        action="?discard"
        confirmLabel="Delete and start again"
        pendingText="Deleting…"
        onConfirm={forgetVisitorsDrafts}
      >
        This deletes everything you entered in these steps. You cannot undo this.
      </ConfirmedAction>
    </>
  );
}

/**
 * A box for people with two roles, and the fields that it answers. If it is checked, browsers with `:has` hide the fields. Their
 * values do not count in any case.
 */
function SamePerson({ box, label, children }: { box: SamePersonBox; label: string; children: ReactNode }) {
  const { values } = useField(box);
  return (
    <div className="glip-same">
      <div className="usa-checkbox">
        <input
          className="usa-checkbox__input"
          id={box}
          name={box}
          type="checkbox"
          value="on"
          defaultChecked={values.length > 0}
        />
        <label className="usa-checkbox__label" htmlFor={box}>
          {label}
        </label>
      </div>
      <div className="glip-same__fields">{children}</div>
    </div>
  );
}

function ReviewStep({ shown, state }: { shown: Review; state: FormState | undefined }) {
  const { toFix, isComplete, keptUntil } = shown;
  return (
    <>
      <ErrorSummary errors={undefined} formError={state?.formError} labels={LABELS} />
      {toFix.length > 0 && (
        <Alert kind="warning" heading="Fix these before you register">
          <ul className="usa-list">
            {toFix.map(({ field, to, error }) => (
              <li key={`${field} ${error.message}`}>
                <Link to={to}>{errorWithLabel(LABELS[field], error)}</Link>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {keptUntil === null && (
        <p className="glip-steps__lede">
          We have no answers from you. We delete answers after {LIMITS.registrationDraftHours} hours, so you may need to{" "}
          <Link to={addressOf(FIRST_STEP)}>start again</Link>. If you just entered some, allow cookies for this site in
          your browser. If you already registered, <Link to="/login">sign in</Link>.
        </p>
      )}
      {isComplete && (
        <p className="glip-steps__lede">Check your answers. You can still change them before you register.</p>
      )}
      {STEPS.map(
        ({ slug, title }) =>
          slug !== "review" && (
            <Section
              key={slug}
              title={title}
              actions={
                <Link to={`${addressOf(slug)}?from=review`}>
                  Change<span className="usa-sr-only">: {title}</span>
                </Link>
              }
            >
              <DescriptionList rows={rowsOf(slug, shown)} />
            </Section>
          ),
      )}
      {isComplete && (
        <Section title="Register">
          <p>
            You will be the administrator of {shown.organization.name}, and can submit documents, keep its profile up to
            date and invite colleagues.
          </p>
          <Form method="post" className="glip-form">
            <SubmitButton pendingText="Registering…">Register</SubmitButton>
          </Form>
        </Section>
      )}
      <div className="glip-steps__kept">
        <p>
          <Link to={addressOf("account")}>Back to your account</Link>
        </p>
        {keptUntil !== null && <SavedUntil until={keptUntil} />}
      </div>
    </>
  );
}

/** All answers as they will be registered. */
function rowsOf(slug: Asking["step"], { organization, person, contractsContactIsSame }: Review): DescriptionRow[] {
  if (slug === "account") {
    return [
      { term: LABELS.contactName, value: person.name },
      { term: LABELS.email, value: person.email },
      { term: LABELS.password, value: person.hasPassword ? "Entered (not shown)" : null },
    ];
  }
  const rows = rowsOfFields(organization, stepOf(slug).fields.filter(isProfileField));
  if (slug === "organization") return [{ term: LABELS.orgName, value: organization.name }, ...rows];
  if (slug !== "contacts" || !contractsContactIsSame) return rows;
  const [contractsContact] = rowsOfFields(organization, ["contractsPocName"]);
  return rows.map((row) =>
    row.term === contractsContact?.term ? { ...row, value: "Same as the point of contact" } : row,
  );
}
