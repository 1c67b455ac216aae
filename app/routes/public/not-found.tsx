import type { LoaderFunctionArgs } from "@remix-run/node";
import { page, refuse } from "~/web/pages/page.server";

/** Serves every path that no other page serves. */
export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await page(args, "public");
  return refuse(args, 404);
}

export const action = (args: LoaderFunctionArgs) => loader(args);

export default function NotFound() {
  return null;
}
