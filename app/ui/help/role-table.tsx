import { GOVERNMENT_ROLES } from "#db/enumerations";
import { DataTable } from "~/ui/kit/list/data-table";
import { labelOf } from "~/values/labels";

const REACH_WORDS: Readonly<Record<string, string>> = { any: "Yes", "own command": "Own command", none: "No" };

/** A task, and how far each government role reaches in it, in the order of the roles. Null if not at all. */
type RoleTask = { task: string; reaches: readonly (string | null)[] };

/** What each government role may do. */
export function RoleTable({ caption, tasks }: { caption: string; tasks: readonly RoleTask[] }) {
  return (
    <DataTable
      caption={caption}
      isCaptionHidden
      isShort
      rows={tasks}
      rowKey={({ task }) => task}
      columns={[
        { key: "task", header: "Task", cell: ({ task }) => task },
        ...GOVERNMENT_ROLES.map((role, index) => ({
          key: role,
          header: labelOf(role),
          cell: ({ reaches }: RoleTask) => REACH_WORDS[reaches[index] ?? "none"],
        })),
      ]}
    />
  );
}
