import { createRemixStub } from "@remix-run/testing";
import { FormKeyContext } from "~/ui/kit/form/form-key";
import { NowContext } from "~/ui/kit/now";
import { FrameContext } from "~/ui/kit/page/frame-context";
import { TimeZoneContext } from "~/ui/kit/time-zone";
import { buttons, choices, fields } from "./examples/forms";
import { cards, figures, tables } from "./examples/lists";
import { messages, page } from "./examples/page";
import { text } from "./examples/text";
import { NOW } from "./now";

/** Add an example to its group, and a group here. */
export const GROUPS = [text, messages, page, buttons, fields, choices, tables, cards, figures] as const;

const FRAME = {
  session: null,
  unreadCount: 0,
  agencyName: "Office of Technology Partnerships",
  sealPath: null,
  codeYears: { NAICS: null, PSC: null },
  accentPath: null,
  contactEmail: null,
  sendsMail: false,
  alert: null,
  officialDomain: null,
  origin: "https://portal.example",
  notice: null,
  now: NOW,
  timeZone: { id: "America/New_York", name: "Eastern Time" },
  formKey: "key",
  reportsPageview: false,
};

function Examples() {
  return (
    <FrameContext.Provider value={FRAME}>
      <NowContext.Provider value={new Date(NOW)}>
        <TimeZoneContext.Provider value={FRAME.timeZone}>
          <FormKeyContext.Provider value={FRAME.formKey}>
            {GROUPS.map(({ id, title, examples }) => (
              <section className="glip-section" id={id} key={id} aria-label={title}>
                <h2>{title}</h2>
                {examples.map(({ name, shows }) => (
                  <div className="glip-section" key={name}>
                    <h3>{name}</h3>
                    {shows}
                  </div>
                ))}
              </section>
            ))}
          </FormKeyContext.Provider>
        </TimeZoneContext.Provider>
      </NowContext.Provider>
    </FrameContext.Provider>
  );
}

const Stub = createRemixStub([{ id: "root", path: "*", Component: Examples }]);

/** Every component of the kit in its states. @param stylesheet its address */
export function StylePage({ stylesheet }: { stylesheet: string }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Styles</title>
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main className="glip-page" style={{ padding: "1rem" }}>
          <Stub initialEntries={["/styles"]} />
        </main>
      </body>
    </html>
  );
}
