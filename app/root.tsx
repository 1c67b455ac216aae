import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { Layout as Frame } from "~/ui/frame/layout";
import { usePageview } from "~/ui/frame/pageview";
import { failureOf, RefusalPage, refusalOf } from "~/ui/frame/refusal";
import { FormKeyContext } from "~/ui/kit/form/form-key";
import { NonceContext } from "~/ui/kit/nonce";
import { NowContext } from "~/ui/kit/now";
import { FrameContext, frameOfRefusal } from "~/ui/kit/page/frame-context";
import { titleOf } from "~/ui/kit/page/title";
import { TimeZoneContext, UTC } from "~/ui/kit/time-zone";
import { frameOf } from "~/web/pages/frame.server";
import { asPage } from "~/web/pages/page.server";
import { requestContext } from "~/web/transport/request-context.server";
import icon from "./ui/styles/favicon.svg";
import boldFont from "./ui/styles/generated/sourcesanspro-bold-webfont.woff2";
import regularFont from "./ui/styles/generated/sourcesanspro-regular-webfont.woff2";
import stylesheet from "./ui/styles/generated/styles.css";

const font = { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous" } as const;

export const links: LinksFunction = () => [
  // The first page shows its fonts only if they arrive at once (sass.mjs).
  { ...font, href: regularFont },
  { ...font, href: boldFont },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", type: "image/svg+xml", href: icon },
];

/** The title of a page that has none of its own: one that was refused or failed. */
export const meta: MetaFunction = titleOf(({ error }) => (error ? refusalOf(failureOf(error)).title : undefined));

/** The notice of what went well goes when something does not. */
export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

/** What the frame around every page shows: who is signed in, how much is unread, what just happened. */
export async function loader(args: LoaderFunctionArgs) {
  const { frame, setCookie } = await asPage(args.request, await requestContext(args), () => frameOf(args));
  return data(frame, setCookie === null ? undefined : { headers: { "Set-Cookie": setCookie } });
}

/** The document. Error pages have it too, even if the loader returned nothing. */
export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<typeof loader>("root");
  const error = useRouteError();
  const frame = loaded ?? frameOfRefusal(error);
  const nonce = useContext(NonceContext);
  usePageview(frame?.reportsPageview ?? false);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        {frame?.accentPath && <link rel="stylesheet" href={frame.accentPath} />}
      </head>
      <body>
        <FrameContext.Provider value={frame}>
          <Frame frame={frame}>
            <FormKeyContext.Provider value={frame?.formKey ?? null}>
              <NowContext.Provider value={frame ? new Date(frame.now) : null}>
                <TimeZoneContext.Provider value={frame?.timeZone ?? UTC}>{children}</TimeZoneContext.Provider>
              </NowContext.Provider>
            </FormKeyContext.Provider>
          </Frame>
        </FrameContext.Provider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return <Outlet />;
}

export function ErrorBoundary() {
  return <RefusalPage failure={failureOf(useRouteError())} />;
}
