import { Link } from "@remix-run/react";
import { Fragment } from "react";

/** A line of text with `code` in backticks. If the code names a record of the page, it links to it. */
export function Inline({ text, records = [] }: { text: string; records?: readonly string[] }) {
  return text.split("`").map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    <Fragment key={index}>
      {index % 2 === 0 ? piece : <Code text={piece} isRecord={records.includes(piece)} />}
    </Fragment>
  ));
}

/** Code up to this length fits in a line on a phone, so it need not break at a hyphen. */
const LONGEST_WHOLE = 30;

function Code({ text, isRecord }: { text: string; isRecord: boolean }) {
  const code = <code className={text.length <= LONGEST_WHOLE ? "glip-whole" : undefined}>{text}</code>;
  return isRecord ? <Link to={`#${text}`}>{code}</Link> : code;
}

const ITEM = /^- /;

/** Paragraphs, lists (lines that start with a hyphen) and code in backticks. No other Markdown. */
export function Prose({ text }: { text: string }) {
  return text.split(/\n{2,}/).map((block) => {
    const lines = block.split("\n");
    if (!lines.every((line) => ITEM.test(line))) {
      return (
        <p key={block}>
          <Inline text={block} />
        </p>
      );
    }
    return (
      <ul key={block} className="usa-list">
        {lines.map((line) => (
          <li key={line}>
            <Inline text={line.replace(ITEM, "")} />
          </li>
        ))}
      </ul>
    );
  });
}
