import type { ReactNode } from "react";
import { DescriptionList, type DescriptionRow } from "./description-list";
import { Section } from "./section";

type RecordPageProps = {
  /** What most people come to do. Above the facts, and on a narrow screen above everything. */
  actions?: ReactNode;
  /** What is known about the record: groups of `Facts`, and small forms that change them. */
  facts: ReactNode;
  /** Whether people work in the forms above the facts, so that their column is wider. */
  hasForms?: boolean;
  /** What matters first, then what happened. */
  children: ReactNode;
};

/** The page of one record, below its header: the main column, and a column of facts. On a narrow screen the facts follow. */
export function RecordPage({ actions, facts, hasForms = false, children }: RecordPageProps) {
  return (
    <div className={hasForms ? "glip-record-page glip-record-page--forms" : "glip-record-page"}>
      {actions && <div className="glip-record-page__actions">{actions}</div>}
      <div className="glip-record-page__main">{children}</div>
      <div className="glip-record-page__facts">{facts}</div>
    </div>
  );
}

type FactsProps = {
  title: string;
  rows: readonly DescriptionRow[];
  /** What belongs to the group besides its rows. */
  children?: ReactNode;
};

/** A group of facts under a small heading. */
export function Facts({ title, rows, children }: FactsProps) {
  return (
    <Section title={title}>
      <DescriptionList rows={rows} />
      {children}
    </Section>
  );
}
