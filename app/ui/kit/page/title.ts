import type { MetaArgs, MetaDescriptor } from "@remix-run/node";
import { SERVICE_NAME } from "~/values/labels";
import type { Frame } from "~/web/pages/frame.server";
import { frameOfRefusal } from "./frame-context";

type Meta<Loader> = (args: MetaArgs<Loader>) => MetaDescriptor[];

/**
 * A page's title. The page's name comes first, because tabs and screen readers start there; then the service and the
 * agency. Without a name, only the service's.
 */
export function titleOf<Loader = unknown>(
  page?: string | ((args: MetaArgs<Loader>) => string | undefined),
): Meta<Loader> {
  return (args) => {
    const name = typeof page === "function" ? page(args) : page;
    const loaded = args.matches.find(({ id }) => id === "root")?.data as Frame | undefined;
    const frame = loaded ?? frameOfRefusal(args.error);
    const parts = [name, SERVICE_NAME, frame?.agencyName];
    return [{ title: parts.filter(Boolean).join(" | ") }];
  };
}

const ERROR_PREFIX = "Error: ";

/** The title of a page whose form was refused. Screen readers read the error first. */
export function withErrorPrefix(title: string): string {
  return title.startsWith(ERROR_PREFIX) ? title : ERROR_PREFIX + title;
}

/** The title without the error. */
export function withoutErrorPrefix(title: string): string {
  return title.startsWith(ERROR_PREFIX) ? title.slice(ERROR_PREFIX.length) : title;
}
