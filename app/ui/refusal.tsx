import { Link } from "@remix-run/react";
import { PageHeader } from "./page";

const TEXT: Record<number, { title: string; text: string }> = {
  400: { title: "That request was not understood", text: "Something in the address or the form is not as expected." },
  403: {
    title: "You may not do this",
    text: "Your role, or the command or organization that you belong to, does not allow it. Nothing was changed.",
  },
  404: {
    title: "Page not found",
    text: "There is nothing at this address, or not any more, or it is not for you to see.",
  },
  405: { title: "That cannot be done here", text: "This page does not take what was sent to it." },
  413: { title: "That was too large", text: "What was sent is larger than the service takes." },
  429: { title: "Too many requests", text: "Please wait a while, then try again." },
};

const UNEXPECTED = {
  title: "Something went wrong",
  text: "The service could not do this. It was logged; please try again in a while.",
};

/** What is said of a refusal. */
export function refusalOf(status: number): { title: string; text: string } {
  return TEXT[status] ?? UNEXPECTED;
}

/** The page that stands in for one that could not be shown. */
export function RefusalPage({ status }: { status: number }) {
  const { title, text } = refusalOf(status);
  return (
    <>
      <PageHeader title={title} lede={text} />
      <p>
        <Link to="/">Go to the home page</Link>
      </p>
    </>
  );
}
