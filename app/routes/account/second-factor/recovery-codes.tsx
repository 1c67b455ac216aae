import { useEffect, useRef } from "react";

/** New recovery codes, shown only once. Takes the focus when they appear. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for other codes
  useEffect(() => box.current?.focus(), [codes]);
  return (
    <section className="glip-handover" aria-labelledby="codes-heading" tabIndex={-1} ref={box}>
      <h2 id="codes-heading">Your recovery codes</h2>
      <p>
        If you lose your phone, enter one of these instead of the app's code. Each works once. Print them or put them
        into a password manager now: we will not show them again.
      </p>
      <ul className="glip-codes">
        {codes.map((code) => (
          <li key={code} className="glip-secret-code">
            {code}
          </li>
        ))}
      </ul>
    </section>
  );
}
