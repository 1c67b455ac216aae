import { Link } from "@remix-run/react";
import { Bars, ChartFigure } from "~/ui/kit/list/chart";
import { type Column, DataTable } from "~/ui/kit/list/data-table";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { counted, formatCount, formatMonth, formatShare } from "~/values/format";

interface Command {
  command: { id: string; name: string; abbreviation: string } | null;
}
interface ReviewFigures {
  reviewed: number;
  /** In days. */
  median: number;
}
interface AnswerFigures {
  answered: number;
  /** In days. */
  median: number;
  kept: number;
  /** Promises that were kept or missed. */
  promises: number;
}

const COMMANDS_DRAWN = 5;
const NO_COMMAND = "No command";

const daysOf = (median: number) => `${median} ${median === 1 ? "day" : "days"}`;

const restOf = (commands: readonly Command[]) =>
  commands.length > COMMANDS_DRAWN ? ` The chart shows the ${COMMANDS_DRAWN} slowest.` : "";

interface CommandChartProps<Row extends Command> {
  title: string;
  summary: string;
  hint: string;
  rows: readonly (Row & { median: number })[];
  /** What the row of people without a command is called. */
  others: string;
  /** What each bar says, and the table's columns after the command. */
  shown: (row: Row & { median: number }) => string;
  columns: Column<Row & { median: number }>[];
}

/** Bars of the slowest commands, and a table of all of them. */
function CommandChart<Row extends Command>(props: CommandChartProps<Row>) {
  const { title, summary, hint, rows, others, shown, columns } = props;
  return (
    <ChartFigure
      title={title}
      summary={summary + restOf(rows)}
      chart={(describedBy) => (
        <Bars
          title={title}
          describedBy={describedBy}
          rows={rows.slice(0, COMMANDS_DRAWN).map((row) => ({
            key: row.command?.id ?? "",
            label: row.command?.abbreviation ?? NO_COMMAND,
            figure: row.median,
            shown: shown(row),
          }))}
        />
      )}
      table={
        <>
          <DataTable
            caption={title}
            rows={[...rows]}
            rowKey={({ command }) => command?.id ?? ""}
            isOfFigures
            columns={[
              {
                key: "command",
                header: "Command",
                cell: ({ command }) =>
                  command ? <Link to={`/gov/admin/commands/${command.id}`}>{command.name}</Link> : others,
              },
              ...columns,
            ]}
          />
          <p className="usa-hint">{hint}</p>
        </>
      }
    />
  );
}

interface FiguresProps<Figures> {
  /** The first month. */
  since: string;
  all: Figures;
  commands: readonly (Command & Figures)[];
}

/** How long submissions wait for their first review, by the reviewer's command. */
export function ReviewTimes({ since, all, commands }: FiguresProps<ReviewFigures>) {
  return (
    <Section
      title="Days to first review"
      actions={<Link to="/gov/submissions?status=REVIEWED">Reviewed submissions</Link>}
    >
      {all.reviewed === 0 ? (
        <EmptyState title="No reviews in the last 12 months">
          <p>When submissions are reviewed, you can see here how long they waited.</p>
        </EmptyState>
      ) : (
        <CommandChart
          title="Days from submission to first review, by command"
          summary={`Half of the ${counted(all.reviewed, "submission", "submissions")} reviewed since ${formatMonth(since)} waited ${daysOf(all.median)} or less (the median). We count each submission for its reviewer's current command.`}
          hint="Days are the median number of calendar days that submissions waited. A review on the same day counts as 0 days. This includes submissions archived after their review."
          rows={commands}
          others="Reviewers without a command"
          shown={({ reviewed, median }) => `${daysOf(median)} (${formatCount(reviewed)} reviewed)`}
          columns={[
            { key: "median", header: "Days", cell: ({ median }) => median },
            { key: "reviewed", header: "Reviewed", cell: ({ reviewed }) => formatCount(reviewed) },
          ]}
        />
      )}
    </Section>
  );
}

const keptOf = ({ kept, promises }: AnswerFigures) =>
  promises === 0 ? "None" : `${formatCount(kept)} of ${formatCount(promises)}`;

/** How long submissions wait for an answer, and how many promises of one are kept, by command. */
export function AnswerTimes({ since, all, commands }: FiguresProps<AnswerFigures>) {
  const answered =
    all.answered > 0 &&
    `Half of the ${counted(all.answered, "submission", "submissions")} first answered since ${formatMonth(since)} waited ${daysOf(all.median)} or less (the median).`;
  const kept =
    all.promises > 0 &&
    `${formatCount(all.kept)} of ${counted(all.promises, "promise", "promises")} of an answer were kept (${formatShare(all.kept, all.promises)}).`;
  return (
    <Section title="Days to an answer">
      {all.answered === 0 && all.promises === 0 ? (
        <EmptyState title="No answers in the last 12 months">
          <p>When submitters are answered, you can see here how long they waited, and how many promises were kept.</p>
        </EmptyState>
      ) : (
        <CommandChart
          title="Days from submission to answer, and promises kept, by command"
          summary={[answered, kept].filter(Boolean).join(" ")}
          hint="Days are the median number of calendar days to the first answer. An answer counts for the current command of the person who sent it. A promise that ran out without an answer counts for the owner's. The figures are at most five minutes old."
          rows={commands}
          others="People without a command, or no owner"
          shown={(row) =>
            row.answered > 0 ? `${daysOf(row.median)} (${formatCount(row.answered)} answered)` : "No answers"
          }
          columns={[
            { key: "median", header: "Days", cell: ({ answered, median }) => (answered > 0 ? median : "None") },
            { key: "answered", header: "Answered", cell: ({ answered }) => formatCount(answered) },
            { key: "kept", header: "Promises kept", cell: keptOf },
          ]}
        />
      )}
    </Section>
  );
}
