import { createDocument } from "zod-openapi";
import { SERVICE_NAME } from "~/values/labels";
import type { Endpoint } from "~/web/api/endpoint.server";
import packageInformation from "../../../package.json";
import { API_DESCRIPTION, describeTags } from "./guide";
import { SCHEMA_OPTIONS } from "./json-schema";
import { describeOperation } from "./operation";
import type { ApiDocument } from "./types";

/** A route of the API as its module declares it. */
export interface ApiRoute {
  /** As in the route table: `api/gov/calls/:id`. */
  path: string;
  endpoints: Partial<Record<string, Endpoint>>;
}

/**
 * Describes the API as it runs: every method of every route, from the schemas, gates, limits and refusals of the code.
 * @param cookieName of the session's cookie
 */
export function describeApi(routes: readonly ApiRoute[], cookieName: string): ApiDocument {
  const described = routes.map(({ path, endpoints }) => {
    const methods = Object.entries(endpoints).flatMap(([method, endpoint]) =>
      endpoint ? [[method.toLowerCase(), describeOperation(path, method, endpoint)] as const] : [],
    );
    return [`/${path.replace(/:(\w+)/g, "{$1}")}`, Object.fromEntries(methods)] as const;
  });
  const operations = described.flatMap(([, methods]) => Object.values(methods));
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: SERVICE_NAME,
        version: packageInformation.version,
        summary: packageInformation.description,
        description: API_DESCRIPTION,
        license: { name: packageInformation.license, identifier: packageInformation.license },
      },
      servers: [{ url: "/" }],
      tags: describeTags(new Set(operations.flatMap(({ tags }) => tags))),
      externalDocs: { description: "The same reference as web pages, with a guide and examples", url: "/developers" },
      paths: Object.fromEntries(described),
      components: {
        securitySchemes: {
          session: {
            type: "apiKey",
            in: "cookie",
            name: cookieName,
            description: "The cookie that `POST /api/session` sets.",
          },
        },
      },
    },
    SCHEMA_OPTIONS,
  );
  return document as unknown as ApiDocument;
}
