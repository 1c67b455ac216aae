import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { MAIL_FREQUENCIES, type MailFrequency, NOTIFICATION_KINDS, type NotificationKind } from "#db/enumerations";
import { listMailSettings } from "~/domain/notification/mail-settings.server";
import { listNotificationSettings } from "~/domain/notification/queries.server";
import { updateSettingsPage } from "~/domain/notification/update-mail-settings.server";
import { presetTagsWithCalls, presetTagsWithFollowers } from "~/domain/preset-tag/in-use.server";
import { versionOf } from "~/operations/edited-record.server";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormWatch } from "~/ui/kit/form/form-watch";
import { TagInput } from "~/ui/kit/form/input/tag-input";
import { spacedTags } from "~/ui/kit/form/input/typed-tags";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { SAVED_SEARCHES_PAGE } from "~/ui/saved-search/saved-search-fields";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Notification settings");

interface Kind {
  label: string;
  audience: "government" | "industry" | "both";
  /** What its tags do. Only submissions and calls have tags, so a filter would not affect the other kinds. */
  hint?: string;
}

/** Describes each kind of notification to the people who get it. */
const KINDS: Record<NotificationKind, Kind> = {
  SUBMISSION_MATCH: {
    label: "Submissions routed to me",
    hint: "Your routing interests. We send you submissions that have one of these tags.",
    audience: "government",
  },
  ENGAGEMENT_UPDATE: {
    label: "Changes to my engagements",
    audience: "government",
  },
  ANNOUNCEMENT: {
    label: "Announcements",
    audience: "industry",
  },
  CALL_OPENED: {
    label: "New open calls",
    hint: "We notify you about calls that have one of these tags or no tags. Leave this empty for all calls.",
    audience: "industry",
  },
  SYSTEM: {
    label: "Messages about my records, saved searches and account",
    audience: "both",
  },
};

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "signed in");
  const audience = actor.role === "INDUSTRY" ? "industry" : "government";
  const { settings } = await read(listNotificationSettings);
  const { sendsMail, settings: mail } = await read(listMailSettings);
  return {
    mail: sendsMail ? mail : null,
    settings: settings.filter(({ kind }) => ["both", audience].includes(KINDS[kind].audience)),
    readAt: versionOf(services.db, { kind: "notificationSettings", id: actor.id }),
    presets: await read(audience === "industry" ? presetTagsWithCalls : presetTagsWithFollowers),
  };
}

/** The kinds whose tags the page offers, in the order of its fields. */
const TAGGED: readonly unknown[] = NOTIFICATION_KINDS.filter((kind) => KINDS[kind].hint !== undefined);

/**
 * The form repeats `kind` for each row, and `techTags` for each row that offers them. A checked `enabled` names its kind.
 * Tags that the API stored for other kinds are not sent, so they stay. A program may send tags for every row.
 */
function toInput({ kind, enabled, techTags, frequency }: Record<string, unknown>) {
  const kinds = [kind ?? []].flat();
  const ticked = [enabled ?? []].flat();
  const tags = [techTags ?? []].flat();
  const frequencies = [frequency ?? []].flat();
  const tagged = tags.length === kinds.length ? kinds : kinds.filter((name) => TAGGED.includes(name));
  return {
    settings: kinds.map((name) => ({
      kind: name,
      enabled: ticked.includes(name),
      techTags: tags[tagged.indexOf(name)],
    })),
    // Without mail, or from a program that does not know it, the form has no frequencies.
    mail:
      frequencies.length === kinds.length ? kinds.map((name, at) => ({ kind: name, frequency: frequencies[at] })) : [],
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor } = await page(args, "signed in");
  return handleForms(args, {
    "": pageForm(updateSettingsPage, () => ({ text: "Settings saved." }), {
      toInput,
      edits: { kind: "notificationSettings", id: actor.id },
    }),
  });
}

export default function NotificationSettings() {
  const { settings, mail, readAt, presets } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const typedFrequencies = [state?.values.frequency ?? []].flat();
  const typedTags = [state?.values.techTags ?? []].flat();
  const tagged = settings.map(({ kind }) => kind).filter((kind) => TAGGED.includes(kind));
  return (
    <>
      <PageHeader
        title="Notification settings"
        breadcrumbs={[{ label: "Notifications", to: "/notifications" }, { label: "Settings" }]}
        actions={<Link to={SAVED_SEARCHES_PAGE}>Saved searches</Link>}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{ settings: "Tags" }} />
      {/* Saved tags come back normalized; the key makes the fields show them. */}
      <Form
        method="post"
        noValidate
        className="usa-form usa-form--large glip-form"
        id="settings"
        key={JSON.stringify([settings, mail])}
      >
        <ReadAtField value={state?.readAt ?? readAt} />
        <FormWatch values={state?.values ?? {}} errors={state?.errors} asksBeforeLeaving />
        {settings.map(({ kind, enabled, techTags }, at) => (
          <fieldset className="usa-fieldset" key={kind}>
            <legend className="usa-legend">{KINDS[kind].label}</legend>
            <input type="hidden" name="kind" value={kind} />
            <div className="usa-checkbox">
              <input
                className="usa-checkbox__input"
                type="checkbox"
                id={`enabled-${kind}`}
                name="enabled"
                value={kind}
                defaultChecked={state ? [state.values.enabled ?? []].flat().includes(kind) : enabled}
              />
              <label className="usa-checkbox__label" htmlFor={`enabled-${kind}`}>
                {mail ? "Notify me in the service" : "Notify me"}
              </label>
            </div>
            {mail && (
              <FrequencyField
                kind={kind}
                value={typedFrequencies[at] ?? mail.find((each) => each.kind === kind)?.frequency}
              />
            )}
            {KINDS[kind].hint && (
              <>
                <label className="usa-label" htmlFor={`techTags-${kind}`}>
                  Tags
                </label>
                <div className="usa-hint" id={`techTags-${kind}-hint`}>
                  {KINDS[kind].hint} Separate tags with commas, up to 500 characters.
                </div>
                <TagInput
                  className="usa-input"
                  presets={presets}
                  id={`techTags-${kind}`}
                  name="techTags"
                  aria-describedby={`techTags-${kind}-hint`}
                  defaultValue={typedTags[tagged.indexOf(kind)] ?? spacedTags(techTags)}
                />
              </>
            )}
          </fieldset>
        ))}
        <SubmitButton pendingText="Saving…">Save settings</SubmitButton>
      </Form>
    </>
  );
}

const FREQUENCY_WORDS: Record<MailFrequency, string> = {
  IMMEDIATE: "Immediately",
  DAILY: "In a daily digest",
  WEEKLY: "In a weekly digest, on Monday",
  IN_SERVICE: "Never",
};

function FrequencyField({ kind, value }: { kind: NotificationKind; value: string | undefined }) {
  const id = `frequency-${kind}`;
  return (
    <>
      <label className="usa-label" htmlFor={id}>
        Email me
      </label>
      <select className="usa-select" id={id} name="frequency" defaultValue={value}>
        {MAIL_FREQUENCIES.map((frequency) => (
          <option key={frequency} value={frequency}>
            {FREQUENCY_WORDS[frequency]}
          </option>
        ))}
      </select>
    </>
  );
}
