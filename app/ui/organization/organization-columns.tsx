import { Link } from "@remix-run/react";
import type { ColumnOf } from "~/domain/shown-columns/lists";
import { Detail } from "~/ui/kit/detail";
import { DayOf, ShortDay } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { TagList } from "~/ui/kit/format/tag-list";
import { columnsOf } from "~/ui/kit/list/column-menu";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import { LookAlikes } from "./look-alikes";

interface NamedOrganization {
  id: string;
  name: string;
  orgType: string;
  looksLike: { id: string; name: string }[];
}

interface Values {
  status: string;
  techTags: string | null;
  uei: string | null;
  cageCode: string | null;
  place: string;
  setAsides: string[];
  samRegistrationStatus: string | null;
  submissions: number;
  lastEngagement: string | null;
  createdAt: string;
  updatedAt: string;
}

/** An organization of the list. Columns that are not shown have no values. */
type ListedOrganization = NamedOrganization & Partial<Values>;

/** Where an organization is: "Huntsville, AL". */
export function placeOf({ city, state, country }: Record<"city" | "state" | "country", string | null>): string {
  return [city, state, country === "USA" ? null : country].filter(Boolean).join(", ");
}

/** The columns of the list of organizations. @param tagsShown how many tags a row has room for */
export const organizationColumns = (tagsShown: number) =>
  columnsOf<ListedOrganization, "name" | ColumnOf<"organizations">>({
    name: {
      header: "Name",
      sort: "name",
      cell: ({ id, name, orgType, looksLike }) => (
        <>
          <Link to={`/gov/organizations/${id}`} title={name}>
            {name}
          </Link>
          <Detail>{labelOf(orgType)}</Detail>
          {looksLike.length > 0 && (
            <Detail>
              <LookAlikes organizations={looksLike} />
            </Detail>
          )}
        </>
      ),
    },
    status: { header: "Status", sort: "status", cell: ({ status }) => status && <StatusTag value={status} /> },
    techTags: { header: "Tags", cell: ({ techTags }) => techTags && <TagList tags={techTags} most={tagsShown} /> },
    uei: { header: "UEI", cell: ({ uei }) => uei },
    cageCode: { header: "CAGE", cell: ({ cageCode }) => cageCode },
    place: { header: "Place", cell: ({ place }) => place },
    setAsides: { header: "Set-asides", cell: ({ setAsides = [] }) => setAsides.map(labelOf).join(", ") },
    samRegistrationStatus: {
      header: "SAM",
      cell: ({ samRegistrationStatus: status }) => status && <StatusTag value={status} />,
    },
    submissions: {
      header: "Submissions",
      cell: ({ id, submissions = 0 }) =>
        submissions > 0 && <Link to={`/gov/submissions?organizationId=${id}`}>{formatCount(submissions)}</Link>,
    },
    lastEngagement: {
      header: "Last engaged",
      cell: ({ lastEngagement }) => lastEngagement && <ShortDay value={lastEngagement} />,
    },
    createdAt: {
      header: "Registered",
      sort: "-createdAt",
      cell: ({ createdAt }) => createdAt && <DayOf value={createdAt} />,
    },
    updatedAt: {
      header: "Last changed",
      sort: "-updatedAt",
      cell: ({ updatedAt }) => updatedAt && <DayOf value={updatedAt} />,
    },
  });
