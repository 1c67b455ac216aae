/**
 * Where the notifications of a record lead. By its link a notification is also found again: when its record is opened, or
 * when there is nothing left to lead to.
 */
export const LINK_TO = {
  announcement: (id: string) => `/announcements/${id}`,
  call: (id: string) => `/calls/${id}`,
  engagement: (id: string) => `/gov/engagements/${id}`,
  /** As the specification has it: the submission on the page of its organization. */
  routedSubmission: (organizationId: string, id: string) => `/gov/organizations/${organizationId}?submission=${id}`,
  ownSubmission: (id: string) => `/portal/submissions/${id}`,
};

const ANNOUNCEMENT_LINK = new RegExp(`^${LINK_TO.announcement("([^/?]+)")}$`);
const ENGAGEMENT_LINK = new RegExp(`^${LINK_TO.engagement("([^/?]+)")}$`);

/** The announcement that a link leads to; undefined where it leads elsewhere. */
export const announcementOf = (link: string | null) => link?.match(ANNOUNCEMENT_LINK)?.[1];

/** The engagement that a link leads to; undefined where it leads elsewhere. */
export const engagementOf = (link: string | null) => link?.match(ENGAGEMENT_LINK)?.[1];
