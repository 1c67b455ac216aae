import { Link } from "@remix-run/react";
import { type ChecklistField, PROFILE_LABELS } from "~/domain/organization/profile-fields";
import type { SamReminder as Reminder } from "~/domain/organization/rules";
import { Day } from "~/ui/kit/format/date-time";
import { Alert } from "~/ui/kit/page/alert";
import { Section } from "~/ui/kit/page/section";
import { counted, formatList } from "~/values/format";

const EDIT = "/portal/profile/edit";

type ProfileCompletenessProps = {
  profile: { given: number; total: number; missing: readonly { field: ChecklistField; reason: string }[] };
  /** Whether the reader may change the profile. */
  mayEdit: boolean;
  /** The people who may. */
  administrators: readonly string[];
};

/** How complete the profile is, what is missing, and why it helps. */
export function ProfileCompleteness({ profile, mayEdit, administrators }: ProfileCompletenessProps) {
  const { given, total, missing } = profile;
  return (
    <Section
      title="Your profile"
      actions={mayEdit ? <Link to={EDIT}>Edit profile</Link> : <Link to="/portal/profile">View profile</Link>}
    >
      <p>
        {missing.length === 0
          ? "Your profile is complete."
          : `Your profile has ${given} of ${counted(total, "item", "items")}. Add what is missing so the government can find you and contact you:`}
      </p>
      {missing.length > 0 && (
        <>
          <progress className="glip-progress" value={given} max={total} aria-label="How complete your profile is">
            {given} of {total}
          </progress>
          <ul className="glip-missing">
            {missing.map(({ field, reason }) => (
              <li key={field}>
                {mayEdit ? (
                  <Link to={`${EDIT}#${field}`}>{PROFILE_LABELS[field]}</Link>
                ) : (
                  <strong>{PROFILE_LABELS[field]}</strong>
                )}
                <span className="glip-missing__reason">{reason}</span>
              </li>
            ))}
          </ul>
          {!mayEdit && administrators.length > 0 && (
            <p>
              {administrators.length === 1
                ? `${administrators[0]} can change the profile.`
                : `These people can change the profile: ${formatList(administrators)}.`}
            </p>
          )}
        </>
      )}
    </Section>
  );
}

/** Reminds an organization that its SAM.gov registration ends soon. */
export function SamReminder({ sam: { lastDay, daysLeft }, mayEdit }: { sam: Reminder; mayEdit: boolean }) {
  const profile = mayEdit ? (
    <Link to={`${EDIT}#samExpirationDate`}>change the date in your profile</Link>
  ) : (
    "ask an administrator of your organization to change the date in your profile"
  );
  return (
    <Alert
      kind="warning"
      heading={daysLeft === null ? "Your SAM.gov registration has expired" : "Renew your SAM.gov registration"}
    >
      {daysLeft === null ? (
        <>
          {lastDay === null ? (
            "Your profile says that it has expired."
          ) : (
            <>
              It expired on <Day value={lastDay} />.
            </>
          )}{" "}
          You need it to be awarded a contract. Renew it at SAM.gov. Then {profile}.
        </>
      ) : (
        <>
          It expires {daysLeft === 0 ? "today" : `in ${counted(daysLeft, "day", "days")}`}, on <Day value={lastDay} />.
          A renewal can take weeks, so start now at SAM.gov. When it is done, {profile}.
        </>
      )}
    </Alert>
  );
}
