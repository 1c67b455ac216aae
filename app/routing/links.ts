/**
 * The links of notifications, by record. A link also identifies a record's notifications, when the record is opened or
 * withdrawn.
 */
export const LINK_TO = {
  announcement: (id: string) => `/announcements/${id}`,
  call: (id: string) => `/calls/${id}`,
  engagement: (id: string) => `/gov/engagements/${id}`,
  /** Opens the submission on its organization's page (docs/contract.md#notifications). */
  routedSubmission: (organizationId: string, id: string) => `/gov/organizations/${organizationId}?submission=${id}`,
  /** Its page for reviewers, for news about the review. */
  reviewedSubmission: (id: string) => `/gov/submissions/${id}`,
  ownSubmission: (id: string) => `/portal/submissions/${id}`,
  /** The messages on both of its pages. */
  reviewedMessages: (id: string) => `/gov/submissions/${id}#messages`,
  ownMessages: (id: string) => `/portal/submissions/${id}#messages`,
};

const ANNOUNCEMENT_LINK = new RegExp(`^${LINK_TO.announcement("([^/?]+)")}$`);
const ENGAGEMENT_LINK = new RegExp(`^${LINK_TO.engagement("([^/?]+)")}$`);

/** The id of the announcement that a link leads to; undefined for other links. */
export const announcementOf = (link: string | null) => link?.match(ANNOUNCEMENT_LINK)?.[1];

/** The id of the engagement that a link leads to; undefined for other links. */
export const engagementOf = (link: string | null) => link?.match(ENGAGEMENT_LINK)?.[1];
