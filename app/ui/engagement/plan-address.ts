/** The page with the form of a new engagement. */
export const PLAN_PATH = "/gov/engagements/new";

/** The parameters of its address that fill in fields. */
export const BEGIN_WITH = { organization: "organizationId", attendee: "attendeeId", title: "title" } as const;

interface Beginning {
  organizationId: string;
  attendeeId?: string | undefined;
  title?: string;
}

/** The address of the form, with what is already known filled in. */
export const planAddress = (known: Beginning): string =>
  `${PLAN_PATH}?${new URLSearchParams(Object.entries(known).filter((entry) => entry[1] !== undefined))}`;
