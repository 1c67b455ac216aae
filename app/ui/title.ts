import type { MetaArgs, MetaDescriptor } from "@remix-run/node";
import type { Frame } from "~/http/frame.server";
import { SERVICE_NAME } from "../labels";
import { frameOfRefusal } from "./home";

type Meta<Loader> = (args: MetaArgs<Loader>) => MetaDescriptor[];

/**
 * A page's title, the page first: that is what a tab or a screen reader says first. Then the
 * service and the agency. Without a page, the service's own.
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
