import type { Option } from "~/ui/kit/form/options";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";

export const COMMAND_LABELS = {
  name: "Name",
  abbreviation: "Abbreviation",
  echelon: "Echelon",
  parentId: "Parent command",
  location: "Location",
  mission: "Mission",
};

/** The fields of a command. People choose its parent when they add it; a separate form moves it. */
export function CommandFields({ parents }: { parents?: readonly Option[] }) {
  return (
    <>
      <TextField name="name" label={COMMAND_LABELS.name} />
      <TextField name="abbreviation" label={COMMAND_LABELS.abbreviation} />
      <TextField
        name="echelon"
        label={COMMAND_LABELS.echelon}
        hint="Its level in the hierarchy. For example: Headquarters, Directorate, Branch"
      />
      {parents && <ParentField parents={parents} />}
      <TextField name="location" label={COMMAND_LABELS.location} />
      <TextArea name="mission" label={COMMAND_LABELS.mission} />
    </>
  );
}

/** A command's parent. The empty choice is the top level. */
export function ParentField({ parents }: { parents: readonly Option[] }) {
  return <SelectField name="parentId" label={COMMAND_LABELS.parentId} options={parents} emptyLabel="Top level" />;
}

interface ChoosableCommand {
  id: string;
  name: string;
  abbreviation: string;
  /** The depth in the hierarchy, if the commands are in its order. */
  depth?: number;
}

/** Commands as options of a drop-down list, indented by their depth. */
export function commandOptions(commands: readonly ChoosableCommand[]): Option[] {
  return commands.map(({ id, name, abbreviation, depth = 0 }) => ({
    value: id,
    label: `${"\u00a0".repeat(3 * Math.min(depth, 10))}${name} (${abbreviation})`,
  }));
}
