import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { listOpenCalls } from "~/domain/call/queries.server";
import { page } from "~/http/page.server";
import { CallList } from "~/ui/call-list";
import { EmptyState, PageHeader } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = () => titleOf("Open calls for technology");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  return { calls: await read(listOpenCalls) };
}

export default function Calls() {
  const { calls } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Open calls for technology" lede="The nearest deadline comes first." />
      {calls.length > 0 ? (
        <CallList calls={calls} heading="h2" />
      ) : (
        <EmptyState title="No call is open now">
          <p>You may submit a capability document at any time, without a call.</p>
        </EmptyState>
      )}
    </>
  );
}
