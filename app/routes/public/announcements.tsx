import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { page, queryOf } from "~/http/page.server";
import { AnnouncementList } from "~/ui/announcement-list";
import { ListPages } from "~/ui/list";
import { EmptyState, PageHeader } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = () => titleOf("Announcements");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const query = queryOf(args.request);
  return { query, list: await read(browseAnnouncements, query) };
}

export default function Announcements() {
  const { query, list } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Announcements" lede="The newest comes first." />
      {list.items.length > 0 ? (
        <AnnouncementList announcements={list.items} heading="h2" />
      ) : (
        <EmptyState title={list.total === 0 ? "Nothing is announced yet" : "There is no such page"}>
          <p>People in industry who are signed in are notified of each announcement.</p>
        </EmptyState>
      )}
      <ListPages query={query} list={list} />
    </>
  );
}
