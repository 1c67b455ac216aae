import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { browseOpenCalls } from "~/domain/call/queries.server";
import { askedList, page } from "~/http/page.server";
import { CallList } from "~/ui/call-list";
import { feedLinks, Subscribe } from "~/ui/feeds";
import { ListEmpty, ListPages } from "~/ui/list";
import { PageHeader } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Open calls for technology");

export const links = () => feedLinks("calls");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const { query, filter } = askedList(args.request, browseOpenCalls);
  return { query, list: await read(browseOpenCalls, filter) };
}

export default function Calls() {
  const { query, list } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Open calls for technology" lede="The nearest deadline comes first." />
      {list.items.length > 0 ? (
        <CallList calls={list.items} heading="h2" />
      ) : (
        <ListEmpty query={query} total={list.total} title="No call is open now">
          <p>You may submit a capability document at any time, without a call.</p>
        </ListEmpty>
      )}
      <ListPages query={query} list={list} />
      <Subscribe kind="calls" />
    </>
  );
}
