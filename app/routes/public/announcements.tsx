import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { askedList, page } from "~/http/page.server";
import { AnnouncementList } from "~/ui/announcement-list";
import { feedLinks, Subscribe } from "~/ui/feeds";
import { ListEmpty, ListPages } from "~/ui/list";
import { PageHeader } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Announcements");

export const links = () => feedLinks("announcements");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const { query, filter } = askedList(args.request, browseAnnouncements);
  return { query, list: await read(browseAnnouncements, filter) };
}

export default function Announcements() {
  const { query, list } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Announcements" lede="The newest comes first." />
      {list.items.length > 0 ? (
        <AnnouncementList announcements={list.items} heading="h2" />
      ) : (
        <ListEmpty query={query} total={list.total} title="Nothing is announced yet">
          <p>People in industry who are signed in are notified of each announcement.</p>
        </ListEmpty>
      )}
      <ListPages query={query} list={list} />
      <Subscribe kind="announcements" />
    </>
  );
}
