import type { ReactNode } from "react";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { DateTimeField } from "~/ui/kit/form/date-time-field";
import { FieldLine } from "~/ui/kit/form/field-group";
import type { FieldValues } from "~/ui/kit/form/field-values";
import { FileField } from "~/ui/kit/form/file-field";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PlaceSuggestions, STATE_LIST } from "~/ui/kit/form/input/place-suggestions";
import { PasswordField } from "~/ui/kit/form/password-field";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";
import { UploadForm } from "~/ui/kit/form/upload-form";
import { RowMenu } from "~/ui/kit/list/row-menu";
import type { FieldErrors } from "~/values/errors";
import type { FieldConstraint } from "~/web/forms/form-state";
import type { Group } from "../example";

interface OneFieldProps {
  id: string;
  rules?: FieldConstraint;
  values?: FieldValues;
  errors?: FieldErrors;
  chosenFiles?: readonly string[];
  children: ReactNode;
}

/** A form with the field `x`, which has its own ID on the page. */
function OneField({ id, rules = {}, values = {}, errors, chosenFiles, children }: OneFieldProps) {
  return (
    <FormKit constraints={{ x: rules }} values={values} errors={errors} idPrefix={`${id}-`} chosenFiles={chosenFiles}>
      {children}
    </FormKit>
  );
}

const REFUSED: FieldErrors = { x: [{ code: "required", message: "Enter a title." }] };
const ROLES = ["ADMIN", "LEAD", "POC"];
const TAGS = [{ label: "autonomy", use: "3 open calls" }, { label: "radar" }, { label: "quantum sensing" }];

export const buttons: Group = {
  id: "buttons",
  title: "Buttons and menus",
  examples: [
    {
      name: "Buttons",
      shows: (
        <div className="glip-cluster">
          <SubmitButton pendingText="Saving…">Save</SubmitButton>
          <SubmitButton pendingText="Saving…" variant="outline">
            Save as a draft
          </SubmitButton>
          <SubmitButton pendingText="Deleting…" variant="secondary">
            Delete
          </SubmitButton>
          <SubmitButton pendingText="Marking…" variant="unstyled">
            Mark as read
          </SubmitButton>
          <button className="usa-button" type="button" disabled>
            Disabled
          </button>
        </div>
      ),
    },
    {
      name: "Action that cannot be undone",
      shows: (
        <ConfirmedAction label="Delete this call" confirmLabel="Delete" pendingText="Deleting…">
          <p>Nobody can restore it.</p>
        </ConfirmedAction>
      ),
    },
    {
      name: "Menu of a row",
      shows: (
        <RowMenu of="Low-power radar">
          <SubmitButton pendingText="Marking…">Mark reviewed</SubmitButton>
        </RowMenu>
      ),
    },
  ],
};

export const fields: Group = {
  id: "fields",
  title: "Fields",
  examples: [
    {
      name: "Empty and required, with a hint",
      shows: (
        <OneField id="hint" rules={{ required: true, maxLength: 255 }}>
          <TextField name="x" label="Title" hint="As in the document." />
        </OneField>
      ),
    },
    {
      name: "Near its limit",
      shows: (
        <OneField id="near" rules={{ maxLength: 40 }} values={{ x: "Low-power radar for small aircraft and" }}>
          <TextField name="x" label="Title" />
        </OneField>
      ),
    },
    {
      name: "With an error",
      shows: (
        <OneField id="error" rules={{ required: true }} errors={REFUSED}>
          <ErrorSummary errors={REFUSED} labels={{ x: "Title" }} idPrefix="error-" />
          <TextField name="x" label="Title" />
        </OneField>
      ),
    },
    {
      name: "Long, formatted text",
      shows: (
        <OneField id="long" rules={{ maxLength: 4000 }} values={{ x: "We measure **twice**." }}>
          <TextArea name="x" label="Text" rows={3} isFormatted />
        </OneField>
      ),
    },
    {
      name: "Fields on one line, as wide as what belongs in them",
      shows: (
        <FormKit constraints={{}} values={{ city: "Norfolk", state: "VA", postalCode: "23510" }} errors={undefined}>
          <FieldLine>
            <TextField name="city" label="City" />
            <TextField name="state" label="State or province" list={STATE_LIST} />
            <TextField name="postalCode" label="Postal code" />
          </FieldLine>
          <PlaceSuggestions />
        </FormKit>
      ),
    },
    {
      name: "Password",
      shows: (
        <OneField id="password" rules={{ required: true, minLength: 15 }}>
          <PasswordField name="x" label="New password" autoComplete="new-password" />
        </OneField>
      ),
    },
    {
      name: "Date and time",
      shows: (
        <OneField id="time">
          <DateTimeField name="x" label="Closes" />
        </OneField>
      ),
    },
  ],
};

export const choices: Group = {
  id: "choices",
  title: "Choices and files",
  examples: [
    {
      name: "Drop-down list",
      shows: (
        <OneField id="select">
          <SelectField name="x" label="Role" options={ROLES} />
        </OneField>
      ),
    },
    {
      name: "Drop-down list with an error",
      shows: (
        <OneField id="select-error" errors={{ x: [{ code: "required", message: "Choose a role." }] }}>
          <SelectField name="x" label="Role" options={ROLES} />
        </OneField>
      ),
    },
    {
      name: "Checkboxes",
      shows: (
        <OneField id="checkboxes" values={{ x: ["LEAD"] }}>
          <CheckboxGroup name="x" legend="Roles" options={ROLES} />
        </OneField>
      ),
    },
    {
      name: "Tags",
      shows: (
        <OneField id="tags" values={{ x: "radar, Autonomy" }}>
          <TagField name="x" label="Tags" presets={TAGS} />
        </OneField>
      ),
    },
    {
      name: "File",
      shows: (
        <UploadForm rules={{ field: "x", types: ["pdf"], most: 1 }} className="usa-form">
          <OneField id="file" rules={{ required: true }} chosenFiles={["radar.pdf"]}>
            <ReadAtField value={null} />
            <FileField name="x" label="Document" hint="A PDF file of up to 15 MB." accept=".pdf" />
          </OneField>
        </UploadForm>
      ),
    },
  ],
};
