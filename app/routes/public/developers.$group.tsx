import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { describedApi } from "~/http/openapi/described-routes.server";
import { groupOf, groupsOf } from "~/http/openapi/reference.server";
import { page, refuse } from "~/http/page.server";
import { Developers } from "~/ui/developers";
import { OperationReference, RecordReference } from "~/ui/operation-reference";
import { PageHeader } from "~/ui/page";
import { Inline } from "~/ui/prose";
import { titleOf } from "~/ui/title";

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
