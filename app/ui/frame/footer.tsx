import { Link } from "@remix-run/react";
import { MailLink } from "~/ui/kit/email-address";
import { SERVICE_NAME } from "~/values/labels";

type FooterProps = { agencyName: string | null; contactEmail: string | null; isOfficial: boolean };

const LINKS = [
  { label: "Help", to: "/help" },
  { label: "Accessibility", to: "/accessibility" },
  { label: "Privacy", to: "/privacy" },
  { label: "Developers", to: "/developers" },
] as const;

/** The agency, the contact address, and links that every page has. */
export function Footer({ agencyName, contactEmail, isOfficial }: FooterProps) {
  return (
    <footer className="usa-identifier glip-footer">
      <section className="usa-identifier__section usa-identifier__section--masthead" aria-label="About this service">
        <div className="usa-identifier__container">
          <div className="usa-identifier__identity">
            <p className="usa-identifier__identity-domain">{SERVICE_NAME}</p>
            {agencyName && (
              <p className="usa-identifier__identity-disclaimer">
                {isOfficial ? `An official website of the ${agencyName}` : agencyName}
              </p>
            )}
            {contactEmail && (
              <p className="glip-footer__contact">
                Questions? <MailLink value={contactEmail} />
              </p>
            )}
          </div>
        </div>
      </section>
      <nav className="usa-identifier__section usa-identifier__section--required-links" aria-label="About this service">
        <div className="usa-identifier__container">
          <ul className="usa-identifier__required-links-list">
            {LINKS.map(({ label, to }) => (
              <li key={to} className="usa-identifier__required-links-item">
                <Link className="usa-identifier__required-link usa-link" to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </nav>
    </footer>
  );
}
