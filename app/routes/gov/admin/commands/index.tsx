import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { createCommand } from "~/domain/command/create.server";
import { browseCommands } from "~/domain/command/queries.server";
import { reparentCommand } from "~/domain/command/reparent.server";
import { newCommandSchema } from "~/domain/command/schema";
import { reachThrough } from "~/policy/policy";
import { AdministrationNav } from "~/routes/gov/admin/administration-nav";
import { COMMAND_LABELS, CommandFields, commandOptions, ParentField } from "~/ui/command/command-fields";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { emptyAsNull } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { CommandTree } from "./command-tree";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Commands", data, FILTERS));

const FILTERS: readonly Filter[] = [{ name: "q", label: "Name or abbreviation contains" }];

/** The command to move, from the address. */
const moveOf = ({ url }: Request) => new URL(url).searchParams.get("move");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "admin tier");
  const mayChange = reachThrough("system admin", actor) !== null;
  const { query, filter, ...requested } = requestedList(args.request, browseCommands);
  const { move, ...filtered } = query;
  const { count, list, offered, moving } = await read(browseCommands, {
    ...filter,
    move: mayChange ? move : undefined,
  });
  return {
    ...requested,
    query: filtered,
    count,
    list,
    offered: mayChange ? commandOptions(offered) : [],
    mayChange,
    moving: moving && { command: moving.command, parents: commandOptions(moving.parents) },
    constraints: constraintsOf(newCommandSchema),
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(
    args,
    {
      add: pageForm(createCommand, ({ name }) => ({ text: `${name} added.` }), {
        toInput: emptyAsNull("parentId"),
        once: true,
      }),
      move: pageForm(
        reparentCommand,
        ({ name, parentId }) => ({ text: `${name} moved${parentId === null ? " to the top level" : ""}.` }),
        {
          extra: { id: moveOf(args.request) },
          toInput: emptyAsNull("parentId"),
          // If the chosen parent was deleted in the meantime, people choose again.
          fixable: ["not_found"],
        },
      ),
    },
    "add",
  );

export default function Commands() {
  const data = useLoaderData<typeof loader>();
  const { count, list, mayChange, moving } = data;
  const state = useActionData<typeof action>();
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Commands"
        lede="The hierarchy of commands. Each engagement and government user belongs to a command."
        actions={
          mayChange &&
          !moving && (
            <a className="usa-button" href="#name">
              Add a command
            </a>
          )
        }
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={COMMAND_LABELS} />
      {moving && <MoveForm />}
      {count > 0 && <FilterForm requested={data} filters={FILTERS} />}
      <div className="glip-list-and-form">
        <div>
          {count > 0 && <ListSummary requested={data} filters={FILTERS} list={list} noun={["command", "commands"]} />}
          {list.found > 0 ? (
            <>
              {list.found < list.commands.length && <p>Matching commands appear with the commands above them.</p>}
              <CommandTree commands={list.commands} movable={mayChange} />
            </>
          ) : list.total > 0 ? (
            <ListEmpty
              requested={data}
              filters={FILTERS}
              list={list}
              titles={["No matching commands", "No commands yet"]}
            />
          ) : count > 0 ? (
            <EmptyState title="No matching commands">
              <p>
                No command has this name. <Link to="/gov/admin/commands">Show all commands</Link>.
              </p>
            </EmptyState>
          ) : (
            <EmptyState title="No commands yet">
              <p>
                {mayChange
                  ? "Add the first command below. You can then add others under it."
                  : "A system administrator can add commands."}
              </p>
            </EmptyState>
          )}
          <ListPages requested={data} list={list} />
        </div>
        {mayChange && !moving && <AddForm />}
      </div>
    </>
  );
}

function MoveForm() {
  const { moving } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  if (!moving) return null;
  const { command, parents } = moving;
  const refused = state?.form === "move" ? state : undefined;
  return (
    <section className="glip-highlight" aria-labelledby="move-heading">
      <div className="glip-stack glip-stack--small">
        <h2 id="move-heading">Move {command.name}</h2>
        <p>The commands under it move with it, so you cannot choose one of them as its parent.</p>
      </div>
      <Form
        key={command.id}
        method="post"
        action={`?move=${command.id}`}
        noValidate
        className="usa-form usa-form--large glip-form"
      >
        <FormKit
          constraints={{}}
          values={refused?.values ?? { parentId: command.parentId ?? "" }}
          errors={refused?.errors}
        >
          <ParentField parents={parents} />
          <div className="glip-cluster">
            <SubmitButton pendingText="Moving…">Move</SubmitButton>
            <Link to="/gov/admin/commands">Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </section>
  );
}

function AddForm() {
  const { count, offered, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const refused = state?.form === "add" ? state : undefined;
  return (
    <Section title="Add a command">
      {/* The key makes an empty form after a command is added. */}
      <Form key={count} method="post" action="?add" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={refused?.values ?? {}} errors={refused?.errors}>
          <CommandFields parents={offered} />
          <SubmitButton pendingText="Adding…">Add command</SubmitButton>
        </FormKit>
      </Form>
    </Section>
  );
}
