import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { publicCall } from "~/domain/call/queries.server";
import { page } from "~/http/page.server";
import { reachThrough } from "~/policy/policy";
import { Deadline } from "~/ui/call-list";
import { labelOf } from "~/ui/labels";
import { Day, PageHeader, Record, type RecordRow, Section, StatusTag, TagList } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta: MetaFunction<typeof loader> = ({ data }) => titleOf(data?.call.title ?? "Call for technology");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  const call = await read(publicCall, { id: args.params.id });
  // Somebody who is not signed in may still become one who submits.
  return { call, maySubmit: call.takesSubmissions && (actor === null || reachThrough("industry", actor) !== null) };
}

type Call = Awaited<ReturnType<typeof loader>>["call"];

export default function CallPage() {
  const { call, maySubmit } = useLoaderData<typeof loader>();
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
        <StatusTag value={call.status} />
        {call.takesSubmissions ? <Deadline closesAt={call.closesAt} /> : <span>Takes no submissions any more</span>}
      </div>
      <Section title="Description">
        <p className="glip-plain-text">{call.description}</p>
        <TagList tags={call.techTags} />
      </Section>
      <CallSection title="Solicitation" rows={solicitationRows(call)} />
      <CallSection title="Contacts" rows={contactRows(call)} />
      <CallSection title="Office and place of performance" rows={placeRows(call)} />
    </>
  );
}

/** What a call does not say is not shown at all: most calls fill in few of these. */
function CallSection({ title, rows }: { title: string; rows: RecordRow[] }) {
  const given = rows.filter((row) => row.value !== null && row.value !== "");
  return given.length === 0 ? null : (
    <Section title={title}>
      <Record rows={given} />
    </Section>
  );
}

function solicitationRows(call: Call): RecordRow[] {
  return [
    { term: "Solicitation number", value: call.solicitationNumber },
    { term: "Notice type", value: call.noticeType && labelOf(call.noticeType) },
    { term: "Set-aside", value: call.setAside && labelOf(call.setAside) },
    { term: "NAICS code", value: call.naicsCode },
    { term: "Product or service code", value: call.classificationCode },
    { term: "Questions are due by the end of", value: call.questionsDueAt && <Day value={call.questionsDueAt} /> },
    {
      term: "More information",
      value: call.additionalInfoLink && (
        <a className="usa-link" href={call.additionalInfoLink} rel="noreferrer">
          {call.additionalInfoLink}
        </a>
      ),
    },
  ];
}

function contactRows(call: Call): RecordRow[] {
  return [
    { term: "Point of contact", value: joined(call.pocName, call.pocTitle) },
    { term: "Email", value: mailLink(call.pocEmail) },
    { term: "Telephone", value: call.pocPhone },
    { term: "Second point of contact", value: call.secondaryPocName },
    { term: "Second email", value: mailLink(call.secondaryPocEmail) },
    { term: "Second telephone", value: call.secondaryPocPhone },
  ];
}

function placeRows(call: Call): RecordRow[] {
  return [
    { term: "Office", value: call.officeName },
    { term: "Office address", value: joined(call.officeCity, call.officeState, call.officeZip, call.officeCountry) },
    { term: "Place of performance", value: joined(call.popCity, call.popState, call.popZip, call.popCountry) },
  ];
}

function joined(...parts: (string | null)[]): string {
  return parts.filter(Boolean).join(", ");
}

function mailLink(address: string | null) {
  return (
    address && (
      <a className="usa-link" href={`mailto:${address}`}>
        {address}
      </a>
    )
  );
}
