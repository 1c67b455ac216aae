import type { LoaderFunctionArgs, SerializeFrom } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { SET_ASIDES } from "#db/enumerations";
import { browseOpenCalls } from "~/domain/call/queries.server";
import { presetTags } from "~/domain/preset-tag/queries.server";
import { CallList } from "~/ui/call/call-list";
import { SubmitAnytime } from "~/ui/call/submit-anytime";
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

export const meta = titleOf<typeof loader>(({ data }) =>
  listTitle("Open calls for technology", data, filtersOf(data), data?.list),
);

const filtersOf = (data?: SerializeFrom<typeof loader>): Filter[] => [
  { name: "q", label: "Text contains" },
  { name: "tag", label: "Tag", presets: data?.presets ?? [] },
  { name: "setAside", label: "Set-aside", options: SET_ASIDES },
];

export const links = () => feedLinks("calls");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const { filter, ...requested } = requestedList(args.request, browseOpenCalls);
  return { ...requested, list: await read(browseOpenCalls, filter), presets: await read(presetTags) };
}

export default function Calls() {
  const data = useLoaderData<typeof loader>();
  const { list } = data;
  const filters = filtersOf(data);
  return (
    <>
      <PageHeader title="Open calls for technology" lede="The technology the government is looking for now." />
      <RecordPage facts={<HowToAnswer />}>
        <FilterForm requested={data} filters={filters} list={list} />
        <ListSummary requested={data} filters={filters} list={list} noun={["open call", "open calls"]} />
        {list.items.length > 0 ? (
          <CallList calls={list.items} heading="h2" />
        ) : (
          <ListEmpty
            requested={data}
            filters={filters}
            list={list}
            titles={["No matching open calls", "No open calls right now"]}
          >
            <SubmitAnytime />
          </ListEmpty>
        )}
        <ListPages requested={data} list={list} />
      </RecordPage>
    </>
  );
}

function HowToAnswer() {
  return (
    <>
      <Section title="How to answer">
        <p>Open a call and answer it with a document of a few pages before it closes. Anyone with an account can.</p>
        <p>
          <Link to="/help/industry#submitting">What to send</Link>
        </p>
        <p>
          <Link to="/help/industry#what-happens">What happens next</Link>
        </p>
      </Section>
      <Section title="Nothing fits?">
        <SubmitAnytime />
      </Section>
      <Section title="Follow the calls">
        <p>Get new calls in a feed reader, or their deadlines in your calendar.</p>
        <Subscribe kind="calls" />
      </Section>
    </>
  );
}
