import type {
  ActionFunctionArgs,
  LoaderFunctionArgs,
  data as reply,
  SerializeFrom,
  TypedResponse,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { SUBMISSION_STATUSES, SUBMISSION_TYPES } from "#db/enumerations";
import { ownPreferences } from "~/domain/account/preferences.server";
import { callTitle, callTitles } from "~/domain/call/queries.server";
import { organizationName } from "~/domain/organization/queries.server";
import { presetTagsWithFollowers } from "~/domain/preset-tag/in-use.server";
import { promisesOfSubmissions } from "~/domain/promise/queries.server";
import { colleaguesToAssign, reviewsOfSubmissions } from "~/domain/review/queries.server";
import { listSavedViews } from "~/domain/saved-view/queries.server";
import type { ColumnOf } from "~/domain/shown-columns/lists";
import { shownColumns } from "~/domain/shown-columns/queries.server";
import { listSubmissions } from "~/domain/submission/queries.server";
import { defaultSortOf, SUBMISSION_AGES, SUBMISSION_VIEWS, type SubmissionView } from "~/domain/submission/rules";
import { pageOf } from "~/lists/paging";
import { reachThrough } from "~/policy/policy";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { ColumnMenu, chosenColumns } from "~/ui/kit/list/column-menu";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { csvAddress, hrefWith } from "~/ui/kit/list/list-address";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { Shortcuts } from "~/ui/kit/shortcuts";
import { queueColumns } from "~/ui/submission/queue-table";
import { presentView, SAVE_VIEW, SAVED_VIEW_LABELS, SavedViews } from "~/ui/submission/saved-views";
import { SEVERAL_LABELS, SelectRow, SeveralForm } from "~/ui/submission/several-form";
import { SEVERAL, type SeveralOutcome, SeveralOutcomeBox } from "~/ui/submission/several-outcome";
import { QUEUE_SHORTCUTS } from "~/ui/submission/shortcut-keys";
import { shownSubmission } from "~/ui/submission/submission-table";
import type { FormState } from "~/web/forms/form-state";
import { columnsForms, requestedTable } from "~/web/forms/list-columns.server";
import { handleForms } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { REVIEW_FORM } from "./review-form.server";
import { SAVED_VIEW_CONSTRAINTS, SAVED_VIEW_FORMS } from "./saved-view-forms.server";
import { actOnSelected, SEVERAL_CONSTRAINTS } from "./several-form.server";

export const meta = titleOf<typeof loader>(({ data }) => listTitle(headingOf(data), data, filtersOf(data), data?.list));

/** Each view's tab, the page's heading, and the text if it is empty without filters. */
const VIEWS: Record<SubmissionView, { label: string; heading: string; none: string }> = {
  all: { label: "All", heading: "Submissions", none: "No submissions" },
  due: { label: "Answer due", heading: "Submissions with an answer due", none: "No promised answers are due" },
  owned: { label: "Mine", heading: "Submissions that you own", none: "You own no submissions" },
  opinion: {
    label: "My opinion asked",
    heading: "Submissions that wait for your opinion",
    none: "Nobody waits for your opinion",
  },
  mine: { label: "Routed to me", heading: "Submissions routed to you", none: "No submissions routed to you" },
  unassigned: { label: "Unassigned", heading: "Unassigned submissions", none: "No unassigned submissions" },
  unrouted: { label: "Unrouted", heading: "Unrouted submissions", none: "No unrouted submissions" },
};

/** The name of the reader's own view if the page shows one, or else what the view lists. */
function headingOf(data?: SerializeFrom<typeof loader>): string {
  if (!data) return VIEWS.all.heading;
  const present = presentView(data, data.shown);
  const saved = data.views.find(({ query }) => query === present);
  return saved ? `Submissions: ${saved.name}` : VIEWS[data.shown].heading;
}

const AGES = SUBMISSION_AGES.map((days) => ({ value: days, label: `More than ${days} days ago` }));

/** The list's filters. Filters from links show the name of their record. */
function filtersOf(data?: SerializeFrom<typeof loader>): Filter[] {
  const { presets = [], callTitle, organizationName, query = {} } = data ?? {};
  return [
    { name: "status", label: "Status", options: SUBMISSION_STATUSES, emptyLabel: "Not archived", leavesOut: true },
    { name: "type", label: "Type", options: SUBMISSION_TYPES },
    { name: "tag", label: "Tag", presets },
    { name: "olderThan", label: "Submitted", options: AGES },
    { name: "q", label: "Title contains" },
    { name: "callId", label: "Call", words: callTitle, to: `/gov/calls/${query.callId}`, isApart: true },
    {
      name: "organizationId",
      label: "Organization",
      words: organizationName,
      to: `/gov/organizations/${query.organizationId}`,
      isApart: true,
    },
  ];
}

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "gov read");
  const { filter, choices, columns, ...rest } = requestedTable(args.request, listSubmissions, "submissions");
  const shown = SUBMISSION_VIEWS.find((view) => view === filter.view) ?? "all";
  const requested = { ...rest, choices: { ...choices, defaultSort: defaultSortOf(shown) } };
  const { callId, organizationId } = requested.query;
  const mayReview = reachThrough("gov write", actor) !== null;
  const mayExport = reachThrough("enterprise", actor) !== null;
  const listed = await read(listSubmissions, filter);
  const ids = listed.items.map(({ id }) => id);
  const reviews = new Map((await read(reviewsOfSubmissions, { ids })).map((review) => [review.id, review]));
  const titles = await read(callTitles, { ids: listed.items.flatMap((row) => row.callId ?? []) });
  const isAboutAnswers = shown === "due" || filter.sort?.endsWith("answerBy");
  const also = isAboutAnswers ? ["answerBy"] : [];
  const columnChoice = await read(shownColumns, { list: "submissions", columns, also });
  const isShown = (column: ColumnOf<"submissions">) => columnChoice.shown.includes(column);
  const promises = isShown("answerBy") ? await read(promisesOfSubmissions, { ids }) : {};
  return {
    ...requested,
    shown,
    columnChoice,
    list: pageOf(listed, (row) => ({
      ...shownSubmission(row),
      organization: row.organization,
      call: row.callId ? { id: row.callId, title: titles[row.callId] ?? row.callId } : null,
      owner: reviews.get(row.id)?.owner ?? null,
      ownerId: reviews.get(row.id)?.ownerId ?? null,
      governmentTags: reviews.get(row.id)?.governmentTags ?? "",
      promise: promises[row.id] ?? null,
      updatedAt: isShown("updatedAt") ? row.updatedAt : undefined,
    })),
    // Filters that only links set. A missing record is shown by its ID.
    callTitle: callId && ((await read(callTitle, { id: callId })) ?? callId),
    organizationName: organizationId && ((await read(organizationName, { id: organizationId })) ?? organizationId),
    presets: await read(presetTagsWithFollowers),
    readerId: actor.id,
    colleagues: mayReview ? await read(colleaguesToAssign) : [],
    constraints: SEVERAL_CONSTRAINTS,
    views: (await read(listSavedViews)).items,
    viewConstraints: SAVED_VIEW_CONSTRAINTS,
    mayReview,
    hasShortcuts: (await read(ownPreferences)).singleKeyShortcuts,
    mayReroute: reachThrough("enterprise", actor) !== null,
    csv: mayExport ? csvAddress("submissions", requested, filter) : null,
  };
}

/** A form that was refused, or what was done to the selected submissions. */
type QueueState = FormState & { several?: SeveralOutcome };

export const action = (
  args: ActionFunctionArgs,
): Promise<ReturnType<typeof reply<QueueState>> | TypedResponse<never>> =>
  new URL(args.request.url).searchParams.has(SEVERAL)
    ? actOnSelected(args)
    : handleForms(args, { "": REVIEW_FORM, ...SAVED_VIEW_FORMS, ...columnsForms(args, "submissions") });

export default function Submissions() {
  const data = useLoaderData<typeof loader>();
  const { query, shown, list, csv, mayReview, mayReroute, readerId } = data;
  const filters = filtersOf(data);
  const heading = headingOf(data);
  const state = useActionData<typeof action>();
  const several = state?.several;
  const refused = state?.form === SEVERAL ? state : undefined;
  const columns = queueColumns({
    requested: data,
    view: shown,
    shown: data.columnChoice.shown,
    mayReview,
  });
  const selected = [refused?.values.ids ?? []].flat();
  return (
    <>
      <PageHeader
        title={heading}
        actions={
          mayReroute && (
            <Link className="usa-button usa-button--outline" to="/gov/submissions/reroute">
              Reroute submissions
            </Link>
          )
        }
      />
      <ErrorSummary
        errors={state?.errors}
        formError={state?.formError}
        labels={{ ...SEVERAL_LABELS, ...SAVED_VIEW_LABELS }}
      />
      {several && <SeveralOutcomeBox outcome={several} query={query} readerId={readerId} />}
      <div className="glip-toolbar">
        <nav aria-label="Views" className="glip-views">
          <ul className="glip-tabs">
            {SUBMISSION_VIEWS.map((view) => (
              <li key={view}>
                <Link
                  className="glip-tabs__tab"
                  aria-current={view === shown ? "page" : undefined}
                  to={hrefWith(query, { view: view === "all" ? undefined : view, page: undefined })}
                >
                  {VIEWS[view].label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SavedViews
          requested={data}
          view={shown}
          views={data.views}
          constraints={data.viewConstraints}
          refused={state?.form === SAVE_VIEW ? state : undefined}
        />
        <Shortcuts isOn={data.hasShortcuts} shortcuts={QUEUE_SHORTCUTS} />
      </div>
      <FilterForm requested={data} filters={filters} list={list} />
      <div className="glip-toolbar">
        <ListSummary
          requested={data}
          filters={filters}
          list={list}
          noun={["submission", "submissions"]}
          csv={csv}
          columns={<ColumnMenu requested={data} columns={columns} choice={data.columnChoice} state={state} />}
        />
        {mayReview && list.items.length > 0 && <SeveralForm {...data} refused={refused} />}
      </div>
      {list.items.length > 0 ? (
        <DataTable
          isDense
          caption={captionOf(heading, data)}
          sorting={sortingOf(data)}
          columns={chosenColumns(columns, data.columnChoice)}
          rows={list.items}
          rowKey={({ id }) => id}
          lead={mayReview ? (row) => <SelectRow submission={row} isSelected={selected.includes(row.id)} /> : undefined}
        />
      ) : (
        <ListEmpty
          requested={data}
          filters={filters}
          list={list}
          titles={["No matching submissions", VIEWS[shown].none]}
        >
          {shown === "all" ? (
            <p>
              Organizations can submit to an open call or at any time without one. To find archived submissions, filter
              by status.
            </p>
          ) : (
            <p>
              See <Link to={hrefWith(query, { view: undefined, page: undefined })}>all submissions</Link>.
            </p>
          )}
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}
