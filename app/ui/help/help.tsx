import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { MailLink } from "~/ui/kit/email-address";
import { useFrame } from "~/ui/kit/page/frame-context";
import { Guide, type PagePart } from "~/ui/kit/page/guide";
import { counted, formatCount } from "~/values/format";
import type { RateLimit } from "~/values/limits";
import { LIMITS, MB, MINUTE_SECONDS } from "~/values/limits";

const PAGES = [
  { to: "/help", name: "Help" },
  { to: "/help/industry", name: "For companies and labs" },
  { to: "/help/government", name: "For government", isInternal: true },
  { to: "/accessibility", name: "Accessibility" },
  { to: "/privacy", name: "Privacy" },
] as const;

type HelpProps = { current: (typeof PAGES)[number]["to"]; parts?: readonly PagePart[]; children: ReactNode };

/** A page of the help, with links to the others that the reader may see. */
export function Help({ current, parts = [], children }: HelpProps) {
  const readsInternal = useFrame()?.session?.gates.includes("gov read") ?? false;
  const pages = PAGES.filter((page) => readsInternal || !("isInternal" in page));
  return (
    <Guide label="Help" pages={pages} current={current} parts={parts}>
      {children}
    </Guide>
  );
}

/** Where to get a password link by email, if the service sends any. */
export function EmailedLinkPointer() {
  return useFrame()?.sendsMail ? <Link to="/login/forgot">You can also get one by email.</Link> : null;
}

/** How to ask for help, as part of a sentence: "write to help@agency.gov", or other words if there is no address. */
export function ContactPointer() {
  const contactEmail = useFrame()?.contactEmail;
  if (contactEmail) {
    return (
      <>
        write to <MailLink value={contactEmail} />
      </>
    );
  }
  return "ask the people you work with at the agency";
}

/** "15 MB" */
export const FILE_SIZE = `${LIMITS.fileBytes / MB} MB`;

/** The file types as people name them: "PDF, DOCX, PPTX or TXT". */
export function fileTypes(extensions: readonly string[]): string {
  const names = extensions.map((extension) => extension.toUpperCase());
  return `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

/** "20 an hour", "5 in 15 minutes" */
export function inWords({ max, windowSeconds }: Pick<RateLimit, "max" | "windowSeconds">): string {
  const minutes = windowSeconds / MINUTE_SECONDS;
  if (minutes === 60) return `${formatCount(max)} an hour`;
  return minutes === 1
    ? `${formatCount(max)} a minute`
    : `${formatCount(max)} in ${counted(minutes, "minute", "minutes")}`;
}
