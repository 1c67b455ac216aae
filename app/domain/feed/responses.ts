import * as z from "zod";
import { instant } from "~/values/responses";

const author = z.object({ name: z.string() });

/** A JSON Feed, with the parts of the format that the feeds use. */
export const jsonFeed = z.object({
  version: z.literal("https://jsonfeed.org/version/1.1"),
  title: z.string(),
  description: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  next_url: z.url().optional().meta({ description: "The next page, if there is one." }),
  language: z.literal("en-US"),
  authors: z.array(author),
  items: z.array(
    z.object({
      id: z.string(),
      url: z.url(),
      title: z.string(),
      content_text: z.string(),
      date_published: instant,
      date_modified: instant,
      tags: z.array(z.string()).optional(),
      authors: z.array(author).optional(),
    }),
  ),
});
