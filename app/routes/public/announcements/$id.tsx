import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { publicAnnouncement } from "~/domain/announcement/queries.server";
import { PublishedBy } from "~/ui/announcement/announcement-list";
import { Attachments } from "~/ui/attachment/attachments";
import { feedLinks } from "~/ui/feed/feeds";
import { FormattedText } from "~/ui/kit/format/formatted-text";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { withFormattedBody } from "~/values/formatted-text/parse.server";
import { page } from "~/web/pages/page.server";

export const meta: MetaFunction<typeof loader> = titleOf(({ data }) => data?.announcement.title ?? "Announcement");

export const links = () => feedLinks("announcements");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  const announcement = await read(publicAnnouncement, { id: args.params.id });
  return { announcement: withFormattedBody(announcement), mayDownload: actor !== null };
}

export default function AnnouncementPage() {
  const { announcement, mayDownload } = useLoaderData<typeof loader>();
  const { id, title, body, attachments } = announcement;
  const signIn = `/login?${new URLSearchParams({ redirectTo: `/announcements/${id}` })}`;
  return (
    <>
      <PageHeader
        title={title}
        breadcrumbs={[{ label: "Announcements", to: "/announcements" }, { label: title }]}
        lede={<PublishedBy {...announcement} />}
      />
      <FormattedText text={body} heading={2} />
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
    </>
  );
}
