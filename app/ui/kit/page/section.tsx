import { type ReactNode, useId } from "react";

type SectionProps = { title: string; id?: string; actions?: ReactNode; children: ReactNode };

/** A named part of a page. Its heading is an h2 with `id`, for links. */
export function Section({ title, id, actions, children }: SectionProps) {
  const madeId = useId();
  const headingId = id ?? madeId;
  return (
    <section className="glip-section" aria-labelledby={headingId}>
      <div className="glip-section__heading glip-cluster glip-cluster--spread">
        <h2 id={headingId}>{title}</h2>
        {actions && <div className="glip-cluster">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
