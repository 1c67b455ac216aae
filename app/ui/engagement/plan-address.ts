/** The page with the form of a new engagement. */
export const PLAN_PATH = "/gov/engagements/new";

/** The parameters of its address that fill in fields. */
export const BEGIN_WITH = { organization: "organizationId", attendee: "attendeeId", title: "title" } as const;

/**
 * Where the form's searches are sent: to its own page, so that it still begins with what the address fills in.
 * @param search of the page's address
 */
export function searchAction(search: string, kind: "find" | "enter"): string {
  const known = Object.values(BEGIN_WITH).flatMap((name) =>
    new URLSearchParams(search).getAll(name).map((value) => [name, value]),
  );
  return `?${[kind, new URLSearchParams(known)].filter(String).join("&")}`;
}

interface Beginning {
  organizationId: string;
  attendeeId?: string | undefined;
  title?: string;
}

/** The address of the form, with what is already known filled in. */
export const planAddress = (known: Beginning): string =>
  `${PLAN_PATH}?${new URLSearchParams(Object.entries(known).filter((entry) => entry[1] !== undefined))}`;
