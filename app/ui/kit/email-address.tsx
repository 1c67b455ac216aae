/** If the address is too long for its line, it breaks after the @ rather than within a word. */
export function EmailAddress({ value }: { value: string }) {
  const host = value.lastIndexOf("@") + 1;
  return (
    <>
      {value.slice(0, host)}
      <wbr />
      {value.slice(host)}
    </>
  );
}

/** A link that starts an email. */
export function MailLink({ value }: { value: string }) {
  return (
    <a className="usa-link" href={`mailto:${value}`}>
      <EmailAddress value={value} />
    </a>
  );
}
