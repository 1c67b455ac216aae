import { data } from "@remix-run/node";

/** Every path that no other page serves. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
