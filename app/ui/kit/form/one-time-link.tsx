import { type ReactNode, useEffect, useRef, useState } from "react";
import { CopiedField } from "./copied-field";

interface SecretLink {
  label: string;
  url: string;
}

type OneTimeLinkProps = { heading: ReactNode; links: readonly SecretLink[]; children: ReactNode };

/** Shows links with a secret, only once, for a person to keep or pass on. Takes the focus when they appear. */
export function OneTimeLink({ heading, links, children }: OneTimeLinkProps) {
  const box = useRef<HTMLElement>(null);
  const [outcome, setOutcome] = useState("Ready to copy.");
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for another link
  useEffect(() => box.current?.focus(), [links[0]?.url]);
  return (
    <section className="glip-handover" aria-labelledby="handover-heading" tabIndex={-1} ref={box}>
      <h2 id="handover-heading">{heading}</h2>
      <p>{children}</p>
      {links.map(({ label, url }) => (
        <CopiedField key={url} label={label} url={url} report={setOutcome} />
      ))}
      <p role="status">{outcome}</p>
    </section>
  );
}
