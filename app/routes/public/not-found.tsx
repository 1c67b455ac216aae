import { data, type LoaderFunctionArgs } from "@remix-run/node";
import { page } from "~/http/page.server";

/** Every path that no other page serves. */
export async function loader(args: LoaderFunctionArgs): Promise<null> {
  await page(args, "public");
  throw data(null, { status: 404 });
}

export const action = (args: LoaderFunctionArgs) => loader(args);

export default function NotFound() {
  return null;
}
