import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link } from "@remix-run/react";
import { page } from "~/http/page.server";
import { Part } from "~/ui/guide";
import { Help, WhomToAsk } from "~/ui/help";
import { PageHeader } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Accessibility");

export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await page(args, "public");
  return null;
}

const PARTS = {
  aim: { id: "aim", title: "What we aim for" },
  tested: { id: "tested", title: "What is tested" },
  limits: { id: "limits", title: "What we know to be lacking" },
  report: { id: "report", title: "Tell us about a barrier" },
} as const;

export default function Accessibility() {
  return (
    <Help current="/accessibility" parts={Object.values(PARTS)}>
      <PageHeader title="Accessibility" lede="Everybody must be able to use this service." />
      <Part {...PARTS.aim}>
        <p>
          The pages are made to conform to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA, and so to the
          standards of Section 508 of the Rehabilitation Act. They are built with the U.S. Web Design System.
        </p>
        <ul className="usa-list">
          <li>Everything works with a keyboard alone, and you see where you are.</li>
          <li>Everything works without JavaScript.</li>
          <li>Pages fit a screen 320 pixels wide, and text can be enlarged in the browser.</li>
          <li>No meaning is told by color alone. Charts come with their numbers as a table.</li>
          <li>A form that cannot be taken says why at its top and beside each field, and keeps what you typed.</li>
          <li>Nothing moves by itself, and nothing plays a sound.</li>
        </ul>
      </Part>
      <Part {...PARTS.tested}>
        <p>With every change of the service, by programs:</p>
        <ul className="usa-list">
          <li>
            Every page, in a real browser, on a wide screen and on a phone's, against the rules of axe for WCAG 2.2 A
            and AA.
          </li>
          <li>The main tasks by the keyboard alone, and once more without JavaScript.</li>
        </ul>
        <p>
          Programs find only a part of what can be wrong. We make no claim beyond these tests: no agency has certified
          the service, and people who use assistive technology every day have not tested it yet.
        </p>
      </Part>
      <Part {...PARTS.limits}>
        <ul className="usa-list">
          <li>Files that people upload may not be accessible. Ask whoever sent one for another form of it.</li>
          <li>
            A session ends by itself after some time without use. <Link to="/help/industry#password">How long</Link> is
            the same for everybody. You are asked two minutes before, and stay signed in by one press; without
            JavaScript nobody can ask you.
          </li>
          <li>The service is in English alone.</li>
        </ul>
      </Part>
      <Part {...PARTS.report}>
        <p>
          If something keeps you from using the service, <WhomToAsk />. Say which page it was, what you wanted to do,
          and which browser and assistive technology you use. Ask there, too, if you need something in another form.
        </p>
      </Part>
    </Help>
  );
}
