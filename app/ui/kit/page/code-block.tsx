/** Lines of code. Long lines scroll sideways, so the block must be reachable by keyboard. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields; this groups lines of code under a name
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <div className="glip-code" role="group" aria-label={label} tabIndex={0}>
      <pre>
        <code>{code}</code>
      </pre>
    </div>
  );
}
