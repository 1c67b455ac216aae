import { Link } from "@remix-run/react";
import { Detail } from "~/ui/kit/detail";

interface TreeCommand {
  id: string;
  name: string;
  abbreviation: string;
  echelon: string;
  location: string | null;
  parentId: string | null;
  /** The depth. The top level is 0. */
  depth: number;
}

/** Deeper levels would be indented past the edge of a phone. They name their parent instead. */
const DEEPEST_LEVEL = 8;

const levelOf = ({ depth }: TreeCommand) => Math.min(depth, DEEPEST_LEVEL);

type CommandTreeProps = {
  /** In the order of the hierarchy. */
  commands: readonly TreeCommand[];
  /** Whether each command has a link to move it. */
  movable: boolean;
};

/** The hierarchy of commands as nested lists. */
export function CommandTree({ commands, movable }: CommandTreeProps) {
  const abbreviations = new Map(commands.map(({ id, abbreviation }) => [id, abbreviation]));
  const render = (command: TreeCommand) => (
    <div className="glip-entry">
      <div className="glip-entry__text">
        <Link to={`/gov/admin/commands/${command.id}`}>{command.name}</Link> ({command.abbreviation})
        <Detail>
          {[
            command.echelon,
            command.location,
            command.depth > DEEPEST_LEVEL && `under ${abbreviations.get(command.parentId ?? "")}`,
          ]
            .filter(Boolean)
            .join(", ")}
        </Detail>
      </div>
      {movable && (
        <Link to={`/gov/admin/commands?move=${command.id}#move-heading`}>
          Move<span className="usa-sr-only"> {command.name}</span>
        </Link>
      )}
    </div>
  );
  return <Level commands={commands} level={0} render={render} />;
}

type LevelProps = {
  commands: readonly TreeCommand[];
  level: number;
  render: (command: TreeCommand) => JSX.Element;
};

function Level({ commands, level, render }: LevelProps) {
  return (
    <ul className="glip-entries">
      {branchesOf(commands, level).map(({ head, below }) => (
        <li key={head.id}>
          {render(head)}
          {below.length > 0 && <Level commands={below} level={level + 1} render={render} />}
        </li>
      ))}
    </ul>
  );
}

/** The commands of a level, each with everything below it. */
function branchesOf(commands: readonly TreeCommand[], level: number): { head: TreeCommand; below: TreeCommand[] }[] {
  const branches: { head: TreeCommand; below: TreeCommand[] }[] = [];
  for (const command of commands) {
    // On later pages, the ancestors of the first command may be missing.
    if (levelOf(command) === level || branches.length === 0) branches.push({ head: command, below: [] });
    else branches.at(-1)?.below.push(command);
  }
  return branches;
}
