import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Inline } from "~/ui/kit/page/prose";
import { titleOf } from "~/ui/kit/page/title";
import { describedApi } from "~/web/openapi/described-routes.server";
import { groupOf, groupsOf } from "~/web/openapi/reference.server";
import { page, refuse } from "~/web/pages/page.server";
import { Developers } from "./developers-page";
import { OperationReference, RecordReference } from "./operation-reference";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => (data ? `${data.group.name}, API` : undefined));

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const document = await read(describedApi);
  const group = groupOf(document, args.params.group ?? "");
  if (!group) return refuse(args, 404);
  return { group, groups: groupsOf(document) };
}

export default function DevelopersGroup() {
  const { group, groups } = useLoaderData<typeof loader>();
  const { slug, name, description, operations, records } = group;
  const names = records.map((record) => record.name);
  return (
    <Developers
      groups={groups}
      current={slug}
      parts={[...operations, ...names.map((record) => ({ id: record, title: record }))]}
    >
      <PageHeader
        title={name}
        breadcrumbs={[{ label: "Developers", to: "/developers" }, { label: name }]}
        lede={description && <Inline text={description} />}
      />
      {operations.map((operation) => (
        <OperationReference key={operation.id} operation={operation} records={names} />
      ))}
      {records.map((record) => (
        <RecordReference key={record.name} record={record} records={names} />
      ))}
    </Developers>
  );
}
