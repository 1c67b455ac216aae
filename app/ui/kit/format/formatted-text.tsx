import type { ReactNode } from "react";
import type { Block, FormattedText as Blocks, Inline } from "~/values/formatted-text/nodes";

type FormattedTextProps = {
  text: Blocks;
  /** The level of the text's first headings: one below the heading that they are under. */
  heading: 2 | 3 | 4;
};

/** Text that someone wrote with paragraphs, lists, links, emphasis and headings. */
export function FormattedText({ text, heading }: FormattedTextProps) {
  return <div className="glip-formatted">{blocks(text, heading)}</div>;
}

function blocks(nodes: readonly Block[], heading: number): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text never change places
    <BlockElement key={index} node={node} heading={heading} />
  ));
}

function inlines(nodes: readonly Inline[]): ReactNode {
  return nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the nodes of a text never change places
    typeof node === "string" ? node : <InlineElement key={index} node={node} />,
  );
}

function BlockElement({ node, heading }: { node: Block; heading: number }) {
  switch (node.type) {
    case "paragraph":
      return <p>{inlines(node.children)}</p>;
    case "heading": {
      const Heading = `h${heading + node.level - 1}` as "h2";
      return <Heading>{inlines(node.children)}</Heading>;
    }
    case "quote":
      return <blockquote>{blocks(node.children, heading)}</blockquote>;
    case "preformatted":
      return (
        <pre>
          <code>{node.text}</code>
        </pre>
      );
    case "list": {
      const items = node.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places
        <li key={index}>{blocks(item, heading)}</li>
      ));
      return node.start === null ? <ul>{items}</ul> : <ol start={node.start}>{items}</ol>;
    }
  }
}

function InlineElement({ node }: { node: Exclude<Inline, string> }) {
  switch (node.type) {
    case "emphasis":
      return <em>{inlines(node.children)}</em>;
    case "strong":
      return <strong>{inlines(node.children)}</strong>;
    case "code":
      return <code>{node.text}</code>;
    case "link":
      return (
        <>
          <a className="usa-link" href={node.href} rel="nofollow noopener noreferrer">
            {inlines(node.children)}
          </a>
          {node.goesTo && <span className="glip-muted"> ({node.goesTo})</span>}
        </>
      );
  }
}
