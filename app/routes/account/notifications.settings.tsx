import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import type { NotificationKind } from "#db/enumerations";
import { listNotificationSettings } from "~/domain/notification/queries.server";
import { updateNotificationSettings } from "~/domain/notification/update-settings.server";
import { presetTagLabels } from "~/domain/preset-tag/queries.server";
import { submitForm } from "~/http/form.server";
import { page, redirectWithNotice } from "~/http/page.server";
import { TagInput } from "~/ui/fields";
import { ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { PageHeader } from "~/ui/page";
import { spacedTags } from "~/ui/tag-list";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Notification settings");

/** What each kind of notice is for, in the words of whoever gets it, and what its tags do. */
const KINDS: Record<NotificationKind, { label: string; hint: string; audience: "government" | "industry" | "both" }> = {
  SUBMISSION_MATCH: {
    label: "Submissions routed to me",
    hint: "Routing interests: a submission with one of these tags is routed to you.",
    audience: "government",
  },
  ENGAGEMENT_UPDATE: {
    label: "Engagements that I take part in",
    hint: "Only about these tags; leave it empty for all.",
    audience: "government",
  },
  ANNOUNCEMENT: {
    label: "Announcements",
    hint: "Only about these tags; leave it empty for all.",
    audience: "industry",
  },
  CALL_OPENED: {
    label: "Calls that open",
    hint: "Only about these tags; leave it empty for all.",
    audience: "industry",
  },
  SYSTEM: {
    label: "Messages about my records and account",
    hint: "Only about these tags; leave it empty for all.",
    audience: "both",
  },
};

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "signed in");
  const audience = actor.role === "INDUSTRY" ? "industry" : "government";
  const { settings } = await read(listNotificationSettings);
  return {
    settings: settings.filter(({ kind }) => ["both", audience].includes(KINDS[kind].audience)),
    presets: await read(presetTagLabels),
  };
}

/** The form repeats `kind` and `techTags` for each row; a ticked `enabled` names its kind. */
function toInput({ kind, enabled, techTags }: Record<string, unknown>) {
  const ticked = [enabled ?? []].flat();
  const tags = [techTags ?? []].flat();
  return {
    settings: [kind ?? []].flat().map((name, index) => ({
      kind: name,
      enabled: ticked.includes(name),
      techTags: tags[index],
    })),
  };
}

export async function action(args: ActionFunctionArgs) {
  await page(args, "signed in");
  const outcome = await submitForm(args, updateNotificationSettings, { toInput });
  if (!outcome.ok) return outcome.refused;
  return redirectWithNotice(args, "/notifications/settings", "Your settings were saved.");
}

export default function NotificationSettings() {
  const { settings, presets } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const typedTags = [state?.values.techTags ?? []].flat();
  return (
    <>
      <PageHeader
        title="Notification settings"
        breadcrumbs={[{ label: "Notifications", to: "/notifications" }, { label: "Settings" }]}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{ settings: "Tags" }} />
      {/* Saved tags come back normalized; the key makes the fields show them. */}
      <Form
        method="post"
        noValidate
        className="usa-form usa-form--large glip-form"
        id="settings"
        key={JSON.stringify(settings)}
      >
        {settings.map(({ kind, enabled, techTags }, index) => (
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
                Notify me
              </label>
            </div>
            <label className="usa-label" htmlFor={`techTags-${kind}`}>
              Tags
            </label>
            <div className="usa-hint" id={`techTags-${kind}-hint`}>
              {KINDS[kind].hint} With commas between, up to 500 characters.
            </div>
            <TagInput
              className="usa-input"
              presets={presets}
              id={`techTags-${kind}`}
              name="techTags"
              aria-describedby={`techTags-${kind}-hint`}
              defaultValue={typedTags[index] ?? spacedTags(techTags)}
            />
          </fieldset>
        ))}
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
      </Form>
    </>
  );
}
