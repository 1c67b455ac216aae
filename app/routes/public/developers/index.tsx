import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Part } from "~/ui/kit/page/guide";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Prose } from "~/ui/kit/page/prose";
import { titleOf } from "~/ui/kit/page/title";
import { describedApi } from "~/web/openapi/described-routes.server";
import { CONVENTIONS, INTRODUCTION } from "~/web/openapi/guide";
import { groupsOf } from "~/web/openapi/reference.server";
import { page } from "~/web/pages/page.server";
import { CurlSession, Errors, Limits, OpenApiDocument } from "./developers-guide";
import { Developers } from "./developers-page";

export const meta = titleOf("Developers");

/** Links to the API's description for programs and for people (RFC 8631). */
export const links: LinksFunction = () => [
  { rel: "service-desc", type: "application/vnd.oai.openapi+json;version=3.1", href: "/api/openapi.json" },
  { rel: "service-doc", type: "text/html", href: "/developers" },
];

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const document = await read(describedApi);
  return { groups: groupsOf(document), version: document.info.version };
}

const DOCUMENT = { id: "document", title: "OpenAPI document" };
const SESSION = { id: "session", title: "From registration to export, with curl" };
const REFERENCE = { id: "reference", title: "Reference" };

/** What the page shows below the text of a convention. */
const ADDED: Readonly<Record<string, ReactNode>> = { errors: <Errors />, limits: <Limits /> };

export default function DevelopersGuide() {
  const { groups, version } = useLoaderData<typeof loader>();
  return (
    <Developers groups={groups} current="" parts={[DOCUMENT, ...CONVENTIONS, SESSION, REFERENCE]}>
      <PageHeader title="Developers" lede={INTRODUCTION} />
      <Part {...DOCUMENT}>
        <OpenApiDocument />
        <p>This is version {version}.</p>
      </Part>
      {CONVENTIONS.map(({ id, title, text }) => (
        <Part key={id} id={id} title={title}>
          <Prose text={text} />
          {ADDED[id]}
        </Part>
      ))}
      <Part {...SESSION}>
        <CurlSession />
      </Part>
      <Part {...REFERENCE}>
        <p>All operations, by topic.</p>
        <dl className="glip-groups">
          {groups.map(({ slug, name, description }) => (
            <div key={slug} className="glip-groups__row">
              <dt>
                <Link to={`/developers/${slug}`}>{name}</Link>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </Developers>
  );
}
