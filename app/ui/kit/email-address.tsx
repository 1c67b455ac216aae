/** Breaks behind its @, where it is too long for its line, rather than within a word. */
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

/** The way to write to somebody. */
export function MailLink({ value }: { value: string }) {
  return (
    <a className="usa-link" href={`mailto:${value}`}>
      <EmailAddress value={value} />
    </a>
  );
}
