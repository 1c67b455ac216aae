import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { browseAnnouncements } from "~/domain/announcement/queries.server";
import { AnnouncementList } from "~/ui/announcement/announcement-list";
import { feedLinks, Subscribe } from "~/ui/feed/feeds";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { page, requestedList } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Announcements", data, FILTERS, data?.list));

const FILTERS: readonly Filter[] = [{ name: "q", label: "Text contains" }];

export const links = () => feedLinks("announcements");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const { filter, ...requested } = requestedList(args.request, browseAnnouncements);
  return { ...requested, list: await read(browseAnnouncements, filter) };
}

export default function Announcements() {
  const data = useLoaderData<typeof loader>();
  const { list } = data;
  return (
    <>
      <PageHeader title="Announcements" lede="News from the government for industry." />
      <RecordPage
        facts={
          <Section title="Follow the announcements">
            <p>Get them in a feed reader. With an account, we also notify you.</p>
            <Subscribe kind="announcements" />
          </Section>
        }
      >
        <FilterForm requested={data} filters={FILTERS} list={list} />
        <ListSummary requested={data} filters={FILTERS} list={list} noun={["announcement", "announcements"]} />
        {list.items.length > 0 ? (
          <AnnouncementList announcements={list.items} heading="h2" />
        ) : (
          <ListEmpty
            requested={data}
            filters={FILTERS}
            list={list}
            titles={["No matching announcements", "No announcements yet"]}
          >
            <p>
              See also the <Link to="/calls">open calls</Link>.
            </p>
          </ListEmpty>
        )}
        <ListPages requested={data} list={list} />
      </RecordPage>
    </>
  );
}
