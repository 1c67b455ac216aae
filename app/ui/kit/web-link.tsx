import { isMisleading } from "~/values/characters";

/**
 * A link to another site that a user gave. Where the text is more than a host, the host that it leads to follows. A
 * browser shows an internationalized name in ASCII (punycode) there, so that no letter can pass for another.
 */
export function WebLink({ address }: { address: string }) {
  if (!URL.canParse(address)) return <>{address}</>;
  const { host, href } = new URL(address);
  // An address from before such characters were refused may still have them.
  const text = isMisleading(address) ? href : address;
  const isItsHost = text.replace(/^https?:\/\//i, "").replace(/\/$/, "") === host;
  return (
    <>
      <a className="usa-link" href={text} rel="noreferrer">
        {text}
      </a>
      {!isItsHost && <span className="glip-table__detail">Goes to {host}</span>}
    </>
  );
}
