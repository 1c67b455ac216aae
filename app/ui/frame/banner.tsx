import building from "~/ui/styles/generated/icon-dot-gov.svg";
import padlock from "~/ui/styles/generated/icon-https.svg";
import flag from "~/ui/styles/generated/us_flag_small.png";

type Domain = "gov" | "mil";

const OWNERS: Record<Domain, string> = {
  gov: "an official government organization in the United States",
  mil: "an official U.S. Department of Defense organization",
};

/** The design system's banner for official websites, with its wording. It opens and closes without scripts. */
export function OfficialBanner({ domain }: { domain: Domain }) {
  return (
    <section className="usa-banner" aria-label="Official website of the United States government">
      <details>
        <summary className="usa-banner__header glip-banner__summary">
          <span className="grid-container glip-banner__inner">
            <img className="usa-banner__header-flag" src={flag} alt="" width="16" height="11" />
            <span>
              An official website of the United States government{" "}
              <span className="glip-banner__action">Here’s how you know</span>
            </span>
          </span>
        </summary>
        <div className="grid-container glip-banner__content">
          <div className="usa-banner__guidance">
            <img className="usa-banner__icon" src={building} alt="" />
            <p>
              <strong>Official websites use .{domain}</strong>
              <br />A <strong>.{domain}</strong> website belongs to {OWNERS[domain]}.
            </p>
          </div>
          <div className="usa-banner__guidance">
            <img className="usa-banner__icon" src={padlock} alt="" />
            <p>
              <strong>Secure .{domain} websites use HTTPS</strong>
              <br />A <strong>lock</strong> or <strong>https://</strong> means you’ve safely connected to the .{domain}{" "}
              website. Share sensitive information only on official, secure websites.
            </p>
          </div>
        </div>
      </details>
    </section>
  );
}

/** Says what everyone must know about this portal. */
export function SiteAlert({ strong, text }: { strong: string; text: string }) {
  return (
    <section className="usa-site-alert usa-site-alert--info usa-site-alert--slim" aria-label="Site alert">
      <div className="usa-alert">
        <div className="usa-alert__body">
          <p className="usa-alert__text">
            <strong>{strong}</strong> {text}
          </p>
        </div>
      </div>
    </section>
  );
}
