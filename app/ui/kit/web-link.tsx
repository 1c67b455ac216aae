import { Detail } from "~/ui/kit/detail";
import { isMisleading } from "~/values/characters";

/**
 * A link to another site that a user entered. If the text is more than a host name, the actual host follows. Browsers
 * convert an internationalized name to ASCII (punycode) there, so look-alike letters show.
 */
export function WebLink({ address }: { address: string }) {
  if (!URL.canParse(address)) return <>{address}</>;
  const { host, href } = new URL(address);
  // Addresses from before we refused such characters may still have them.
  const text = isMisleading(address) ? href : address;
  const isItsHost = text.replace(/^https?:\/\//i, "").replace(/\/$/, "") === host;
  return (
    <>
      <a className="usa-link" href={text} rel="noreferrer">
        {text}
      </a>
      {!isItsHost && <Detail>Goes to {host}</Detail>}
    </>
  );
}
