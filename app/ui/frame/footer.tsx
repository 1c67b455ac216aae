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
    <footer className="glip-footer">
      <div className="grid-container glip-footer__inner">
        <p className="glip-footer__name">
          {isOfficial && agencyName ? `An official website of the ${agencyName}` : (agencyName ?? SERVICE_NAME)}
        </p>
        {contactEmail && (
          <p>
            Questions? <MailLink value={contactEmail} />
          </p>
        )}
        <nav aria-label="About this service">
          <ul className="glip-footer__links">
            {LINKS.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
