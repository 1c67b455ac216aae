import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { browseOpenCalls } from "~/domain/call/queries.server";
import { page, queryOf } from "~/http/page.server";
import { CallList } from "~/ui/call-list";
import { EmptyState, PageHeader, Pagination } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = () => titleOf("Open calls for technology");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const query = queryOf(args.request);
  return { query, list: await read(browseOpenCalls, query) };
}

export default function Calls() {
  const { query, list } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Open calls for technology" lede="The nearest deadline comes first." />
      {list.items.length > 0 ? (
        <CallList calls={list.items} heading="h2" />
      ) : (
        <EmptyState title={list.total === 0 ? "No call is open now" : "There is no such page"}>
          <p>You may submit a capability document at any time, without a call.</p>
        </EmptyState>
      )}
      <Pagination
        page={list.page}
        pageSize={list.pageSize}
        total={list.total}
        hrefFor={(page) => `?${new URLSearchParams({ ...query, page: String(page) })}`}
      />
    </>
  );
}
