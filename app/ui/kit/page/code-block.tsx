/** Lines of code. Long lines scroll sideways, so the block must be reachable by keyboard. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; this groups lines of code under a name
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach what scrolls
    <div className="glip-code" role="group" aria-label={label} tabIndex={0}>
      <pre>
        <code>{code}</code>
      </pre>
    </div>
  );
}
