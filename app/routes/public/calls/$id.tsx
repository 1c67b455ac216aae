import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { publicCall } from "~/domain/call/queries.server";
import { shownStatus } from "~/domain/call/rules";
import { reachThrough } from "~/policy/policy";
import { Deadline } from "~/ui/call/call-list";
import { CallRecord } from "~/ui/call/call-record";
import { feedLinks } from "~/ui/feed/feeds";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { page } from "~/web/pages/page.server";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.call.title ?? "Call for technology");

export const links = () => feedLinks("calls");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "public");
  const call = await read(publicCall, { id: args.params.id });
  // People who are not signed in may still want to submit.
  const shown = shownStatus({ ...call, releasesAt: null }, services.clock());
  return {
    call,
    shownStatus: shown,
    maySubmit: call.takesSubmissions && (actor === null || reachThrough("industry", actor) !== null),
  };
}

export default function CallPage() {
  const { call, shownStatus, maySubmit } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={call.title}
        breadcrumbs={[{ label: "Open calls", to: "/calls" }, { label: call.title }]}
        actions={
          maySubmit && (
            <Link className="usa-button" to={`/portal/submissions/new?callId=${call.id}`}>
              Submit to this call
            </Link>
          )
        }
      />
      <div className="glip-cluster">
        <StatusTag value={shownStatus} />
        {call.status === "OPEN" && <Deadline closesAt={call.closesAt} />}
        {!call.takesSubmissions && <span>No longer takes submissions</span>}
      </div>
      <CallRecord call={call} />
    </>
  );
}
