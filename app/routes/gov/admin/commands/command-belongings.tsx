import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { GovernmentRole } from "#db/enumerations";
import type { Paged } from "~/lists/paging";
import { InactiveTag } from "~/ui/account/inactive-tag";
import { DataTable } from "~/ui/kit/list/data-table";
import { hrefWith } from "~/ui/kit/list/list-address";
import { Pagination } from "~/ui/kit/list/pagination";
import { PastLastPage } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { labelOf } from "~/values/labels";

interface BelongingsProps<Row> {
  list: Paged<Row>;
  /** The query of the page's address. */
  query: Record<string, string>;
}

const CHILDREN_ID = "children";
const USERS_ID = "users";

type Child = { id: string; name: string; abbreviation: string; echelon: string };

/** The commands directly under a command. */
export function CommandChildren({ list, query, mayChange }: BelongingsProps<Child> & { mayChange: boolean }) {
  const hrefFor = (page: number) => `${hrefWith(query, { childrenPage: String(page) })}#${CHILDREN_ID}`;
  return (
    <Section title={`Commands under it (${list.total})`} id={CHILDREN_ID}>
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption="Commands directly under this one, by name"
          rows={list.items}
          rowKey={(child) => child.id}
          columns={[
            {
              key: "name",
              header: "Name",
              cell: (child) => <Link to={`/gov/admin/commands/${child.id}`}>{child.name}</Link>,
            },
            { key: "abbreviation", header: "Abbreviation", cell: (child) => child.abbreviation },
            { key: "echelon", header: "Echelon", cell: (child) => child.echelon },
          ]}
        />
      ) : (
        <None list={list} firstPage={hrefFor(1)}>
          No commands under this one.
          {mayChange && (
            <>
              {" "}
              <Link to="/gov/admin/commands">Add one, or move one here</Link>.
            </>
          )}
        </None>
      )}
      <Pages list={list} hrefFor={hrefFor} />
    </Section>
  );
}

type User = { id: string; name: string; role: GovernmentRole; title: string | null; active: boolean };

/** The government users of a command. */
export function CommandUsers({
  list,
  query,
  commandId,
  mayList,
}: BelongingsProps<User> & { commandId: string; mayList: boolean }) {
  const hrefFor = (page: number) => `${hrefWith(query, { usersPage: String(page) })}#${USERS_ID}`;
  return (
    <Section
      title={`Users (${list.total})`}
      id={USERS_ID}
      actions={mayList && list.total > 0 && <Link to={`/gov/admin/users?inCommand=${commandId}`}>Manage users</Link>}
    >
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption="Government users of this command, by name"
          rows={list.items}
          rowKey={(user) => user.id}
          columns={[
            {
              key: "name",
              header: "Name",
              cell: ({ name, active }) => (
                <>
                  {name}
                  <InactiveTag active={active} />
                </>
              ),
            },
            { key: "role", header: "Role", cell: (user) => labelOf(user.role) },
            { key: "title", header: "Title", cell: (user) => user.title ?? "None" },
          ]}
        />
      ) : (
        <None list={list} firstPage={hrefFor(1)}>
          No users in this command.
          {mayList && (
            <>
              {" "}
              <Link to="/gov/admin/users">Add one</Link>.
            </>
          )}
        </None>
      )}
      <Pages list={list} hrefFor={hrefFor} />
    </Section>
  );
}

/** Replaces an empty list: nothing there, or a page past the last one. */
function None({ list, firstPage, children }: { list: Paged<unknown>; firstPage: string; children: ReactNode }) {
  return list.total > 0 ? <PastLastPage what="The list has" firstPage={firstPage} /> : <p>{children}</p>;
}

/** Most lists fit on one page and need no page links. */
function Pages({ list, hrefFor }: { list: Paged<unknown>; hrefFor: (page: number) => string }) {
  return list.total > list.pageSize ? <Pagination {...list} hrefFor={hrefFor} /> : null;
}
