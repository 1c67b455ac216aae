import { Fragment } from "react";

/** If the address is too long for its line, it breaks after the @ or before a dot rather than within a word. */
export function EmailAddress({ value }: { value: string }) {
  return value.split(/(?<=@)|(?=\.)/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an address never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}

/** A link that starts an email. */
export function MailLink({ value }: { value: string }) {
  return (
    // Named, because screen readers would read its pieces as words.
    <a className="usa-link" href={`mailto:${value}`} aria-label={value}>
      <EmailAddress value={value} />
    </a>
  );
}
