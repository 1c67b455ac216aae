import type { ReactNode } from "react";
import { Guide, type PagePart } from "~/ui/kit/page/guide";
import type { GroupSummary } from "~/web/openapi/reference.server";

type DevelopersProps = {
  groups: readonly Pick<GroupSummary, "slug" | "name">[];
  /** The current page: the last part of its address, or empty for the guide. */
  current: string;
  parts: readonly PagePart[];
  children: ReactNode;
};

const addressOf = (slug: string) => (slug === "" ? "/developers" : `/developers/${slug}`);

/** A page of the developer guide and reference. */
export function Developers({ groups, current, parts, children }: DevelopersProps) {
  const pages = [{ slug: "", name: "Guide" }, ...groups].map(({ slug, name }) => ({ to: addressOf(slug), name }));
  return (
    <Guide label="Developers" pages={pages} current={addressOf(current)} parts={parts}>
      {children}
    </Guide>
  );
}
