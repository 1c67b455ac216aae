import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { createPresetTag } from "~/domain/preset-tag/create.server";
import { deletePresetTag } from "~/domain/preset-tag/delete.server";
import { presetTagsWithFollowers } from "~/domain/preset-tag/in-use.server";
import { browsePresetTags } from "~/domain/preset-tag/queries.server";
import { newPresetTagSchema } from "~/domain/preset-tag/schema";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { RowMenu } from "~/ui/kit/list/row-menu";
import { captionOf, sortingOf } from "~/ui/kit/list/sort-order";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { tagsOf } from "~/values/tags";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { AdministrationNav } from "./administration-nav";
import { OTHER_NAMES } from "./other-names";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Tags", data, FILTERS, data?.list));

const FILTERS: readonly Filter[] = [{ name: "q", label: "Tag or other name contains" }];

const LABELS = { label: "Tag", aliases: OTHER_NAMES.label };

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "system admin");
  const { filter, ...requested } = requestedList(args.request, browsePresetTags);
  const [list, followed] = await Promise.all([read(browsePresetTags, filter), read(presetTagsWithFollowers)]);
  const followers = new Map(followed.map(({ label, use }) => [label, use]));
  const items = list.items.map((tag) => ({ ...tag, followers: followers.get(tag.label) ?? null }));
  return { ...requested, list: { ...list, items }, constraints: constraintsOf(newPresetTagSchema) };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(
    args,
    {
      add: pageForm(createPresetTag, ({ label }) => ({ text: `Tag added: ${label}.` }), { once: true }),
      delete: pageForm(deletePresetTag, () => ({ text: "Tag deleted." }), { once: true }),
    },
    "add",
  );

export default function Tags() {
  const data = useLoaderData<typeof loader>();
  const { list, constraints } = data;
  const state = useActionData<typeof action>();
  const refused = state?.form === "add" ? state : undefined;
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Tags"
        lede="We suggest these tags wherever people enter technology tags, so they use the same word for the same thing. A submission goes to the reviewers who follow one of its tags in their notification settings."
        actions={
          <a className="usa-button" href="#label">
            Add a tag
          </a>
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <div className="glip-list-and-form">
        <div>
          <FilterForm requested={data} filters={FILTERS} list={list} />
          <ListSummary requested={data} filters={FILTERS} list={list} noun={["tag", "tags"]} />
          {list.items.length > 0 ? (
            <DataTable
              isDense
              caption={captionOf("Tags", data)}
              sorting={sortingOf(data)}
              rows={list.items}
              rowKey={({ id }) => id}
              columns={[
                { key: "label", header: "Tag", sort: "label", cell: ({ label }) => label },
                { key: "aliases", header: OTHER_NAMES.label, cell: ({ aliases }) => tagsOf(aliases).join(", ") },
                {
                  key: "followers",
                  header: "Followed by",
                  cell: ({ followers }) => followers ?? <span className="glip-muted">No followers yet</span>,
                },
                {
                  key: "createdAt",
                  header: "Added",
                  sort: "-createdAt",
                  cell: ({ createdAt }) => <DateTime value={createdAt} isShort />,
                },
                {
                  key: "actions",
                  header: "Actions",
                  cell: (tag) => (
                    <RowMenu of={tag.label}>
                      <Link to={`/gov/admin/tags/${tag.id}`}>
                        Edit other names<span className="usa-sr-only"> of {tag.label}</span>
                      </Link>
                      <DeleteTag tag={tag} />
                    </RowMenu>
                  ),
                },
              ]}
            />
          ) : (
            <ListEmpty
              requested={data}
              filters={FILTERS}
              list={list}
              titles={["No matching tags", "No suggested tags yet"]}
            >
              <p>Add the words your agency uses. Until then, people enter their own.</p>
            </ListEmpty>
          )}
          <ListPages requested={data} list={list} />
        </div>
        <Section title="Add a tag">
          {/* The key makes an empty field after a tag is added. */}
          <Form key={list.total} method="post" action="?add" noValidate className="usa-form usa-form--large glip-form">
            <FormKit constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
              <TextField
                name="label"
                label={LABELS.label}
                hint="Letters from a to z, numbers, spaces and the symbols - / & . +. We save it in lowercase."
                autoComplete="off"
              />
              <TextField {...OTHER_NAMES} autoComplete="off" />
              <SubmitButton pendingText="Adding…">Add tag</SubmitButton>
            </FormKit>
          </Form>
        </Section>
      </div>
    </>
  );
}

function DeleteTag({ tag: { id, label } }: { tag: { id: string; label: string } }) {
  return (
    <ConfirmedAction
      label={
        <>
          Delete<span className="usa-sr-only"> {label}</span>
        </>
      }
      action="?delete"
      fields={{ id }}
      confirmLabel="Delete tag"
      pendingText="Deleting…"
    >
      We will stop suggesting this tag. Records and people that already have it keep it. You cannot undo this.
    </ConfirmedAction>
  );
}
