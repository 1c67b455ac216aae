import { Link } from "@remix-run/react";
import type { IndustryRole } from "#db/enumerations";
import type { Paged } from "~/lists/paging";
import { InactiveTag } from "~/ui/account/inactive-tag";
import { MailLink } from "~/ui/kit/email-address";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Pagination } from "~/ui/kit/list/pagination";
import { Section } from "~/ui/kit/page/section";
import { labelOf } from "~/values/labels";

/** The ID of the heading, for links to other pages of people. */
const PEOPLE_ID = "people";

interface OrganizationPeopleProps {
  list: Paged<{ id: string; name: string; email: string; industryRole: IndustryRole | null; active: boolean }>;
  /** The query of the page's address. */
  query: Record<string, string>;
  /** Whether the reader administers the accounts. */
  mayAdminister: boolean;
}

/** The people who can sign in for an organization, for government. */
export function OrganizationPeople({ list, query, mayAdminister }: OrganizationPeopleProps) {
  const hrefFor = (page: number) => `${hrefWith(query, { peoplePage: String(page) })}#${PEOPLE_ID}`;
  return (
    <Section title={`People (${list.total})`} id={PEOPLE_ID}>
      <ul className="glip-people">
        {list.items.map(({ id, name, email, industryRole, active }) => (
          <li key={id}>
            {mayAdminister ? <Link to={`/gov/admin/industry-users/${id}`}>{name}</Link> : name}
            <InactiveTag active={active} />
            {industryRole && <div className="glip-muted">{labelOf(industryRole)}</div>}
            <MailLink value={email} />
          </li>
        ))}
      </ul>
      {list.total > list.pageSize && <Pagination {...list} hrefFor={hrefFor} />}
    </Section>
  );
}
