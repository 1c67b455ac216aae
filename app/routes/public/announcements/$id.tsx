import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { browseAnnouncements, publicAnnouncement } from "~/domain/announcement/queries.server";
import { withRedirect } from "~/ui/account/redirect-to";
import { PublishedBy } from "~/ui/announcement/announcement-list";
import { Attachments } from "~/ui/attachment/attachments";
import { feedLinks, Subscribe } from "~/ui/feed/feeds";
import { DayOf } from "~/ui/kit/format/date-time";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { withFormattedBody } from "~/values/formatted-text/parse.server";
import { page } from "~/web/pages/page.server";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.announcement.title ?? "Announcement");

export const links = () => feedLinks("announcements");

const LATEST_SHOWN = 3;

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  const announcement = await read(publicAnnouncement, { id: args.params.id });
  const { items } = await read(browseAnnouncements, { pageSize: String(LATEST_SHOWN + 1) });
  const latest = items.filter(({ id }) => id !== announcement.id).slice(0, LATEST_SHOWN);
  return {
    announcement: withFormattedBody(announcement),
    latest: latest.map(({ id, title, createdAt }) => ({ id, title, createdAt })),
    mayDownload: actor !== null,
  };
}

export default function AnnouncementPage() {
  const { announcement, latest, mayDownload } = useLoaderData<typeof loader>();
  const { id, title, body, attachments } = announcement;
  const signIn = withRedirect("/login", `/announcements/${id}`);
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: "Announcements", to: "/announcements" }, { label: title }]}
        lede={<PublishedBy {...announcement} />}
      />
      <RecordPage
        facts={
          <>
            {attachments.length > 0 && (
              <Section title="Files">
                <Attachments
                  attachments={attachments}
                  hrefFor={mayDownload ? (file) => `/api/gov/announcements/${id}/attachments/${file.id}` : null}
                />
                {!mayDownload && (
                  <p>
                    <Link to={signIn}>Sign in to download</Link>
                  </p>
                )}
              </Section>
            )}
            {latest.length > 0 && (
              <Section title="Latest announcements">
                <ul className="glip-rows">
                  {latest.map((other) => (
                    <li className="glip-row" key={other.id}>
                      <Link to={`/announcements/${other.id}`}>{other.title}</Link>
                      <span className="glip-row__date">
                        <DayOf value={other.createdAt} />
                      </span>
                    </li>
                  ))}
                </ul>
              </Section>
            )}
            <Subscribe kind="announcements" />
          </>
        }
      >
        <FormattedText text={body} heading={2} />
      </RecordPage>
    </>
  );
}
