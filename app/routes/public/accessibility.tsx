import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { ContactPointer, Help } from "~/ui/help/help";
import { Part } from "~/ui/kit/page/guide";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Accessibility");

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await page(args, "public");
  return null;
}

const PARTS = {
  aim: { id: "aim", title: "What we aim for" },
  tested: { id: "tested", title: "What we test" },
  limits: { id: "limits", title: "Known limitations" },
  report: { id: "report", title: "Report a problem" },
} as const;

export default function Accessibility() {
  return (
    <Help current="/accessibility" parts={Object.values(PARTS)}>
      <PageHeader title="Accessibility" lede="We want everyone to be able to use this service." />
      <Part {...PARTS.aim}>
        <p>
          We design our pages to meet the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, and with them
          Section 508 of the Rehabilitation Act. We build them with the U.S. Web Design System.
        </p>
        <ul className="usa-list">
          <li>You can do everything with only a keyboard, and always see where you are.</li>
          <li>You can do everything without JavaScript.</li>
          <li>Pages fit a screen 320 pixels wide, and you can enlarge the text in your browser.</li>
          <li>We never use only color to convey meaning. Each chart has a table with the same numbers.</li>
          <li>
            If there is a problem with a form, we say what it is at the top and next to each field, and keep what you
            typed.
          </li>
          <li>Pages are dark or have more contrast if you set that on your device.</li>
          <li>Nothing moves on its own or plays a sound.</li>
        </ul>
      </Part>
      <Part {...PARTS.tested}>
        <p>We run these automated tests with every change to the service:</p>
        <ul className="usa-list">
          <li>
            We check every page against the axe rules for WCAG 2.2 A and AA, in a real browser, at desktop and phone
            sizes.
          </li>
          <li>We do the main tasks with only the keyboard, and again without JavaScript.</li>
        </ul>
        <p>
          Automated tests find only some problems. No agency has certified the service, and people who use assistive
          technology every day have not tested it yet.
        </p>
      </Part>
      <Part {...PARTS.limits}>
        <ul className="usa-list">
          <li>Files that people upload may not be accessible. Ask the person who sent a file for another format.</li>
          <li>
            We sign you out if you do nothing for a while. <Link to="/help/industry#password">The time limit</Link> is
            the same for everyone. We ask you two minutes before, and you can stay signed in with one press. Without
            JavaScript we cannot ask you.
          </li>
          <li>The service is only in English.</li>
        </ul>
      </Part>
      <Part {...PARTS.report}>
        <p>
          If something keeps you from using the service or you need information in another format, <ContactPointer />.
          Tell us which page you were on, what you wanted to do, and which browser and assistive technology you use.
        </p>
      </Part>
    </Help>
  );
}
