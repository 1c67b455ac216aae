import { useEffect, useRef } from "react";
import { Audience } from "~/ui/call/audience";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { Section } from "~/ui/kit/page/section";
import type { FormattedText as Formatted } from "~/values/formatted-text/nodes";

interface AnnouncementPreviewProps {
  title: string;
  author: string;
  text: Formatted;
  /** How many people it would notify now. Null if it notified people already. */
  people: number | null;
}

/** An announcement as the public would see it. It takes the focus when it appears, with or without scripts. */
export function AnnouncementPreview({ title, author, text, people }: AnnouncementPreviewProps) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new preview takes the focus again
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView();
  }, [text]);
  return (
    // biome-ignore lint/a11y/noAutofocus: people asked for the preview, which is at the end of the form that they sent
    <div className="glip-preview" tabIndex={-1} autoFocus ref={box}>
      <Section title="Preview">
        <div className="glip-preview__page glip-stack glip-stack--small">
          <h3>{title}</h3>
          <p className="glip-muted">By {author}</p>
          <FormattedText text={text} heading={4} />
        </div>
        <p>
          Nothing is saved yet.{" "}
          {people !== null && (
            <strong>
              <Audience people={people} doing="Publishing" inIndustry />
            </strong>
          )}
        </p>
      </Section>
    </div>
  );
}
