import { useState } from "react";
import type { PresetTag } from "~/values/tags";
import { CharacterCount, lengthOfTags } from "./character-count";
import { controlAttributes, controlClass, FieldGroup, type FieldProps, limitHint } from "./field-group";
import { useField } from "./form-kit";
import { TagInput, TagOptions } from "./input/tag-input";

type TagFieldProps = FieldProps & { presets: readonly PresetTag[] };

/** A form field for tags. */
export function TagField({ name, label, hint, presets }: TagFieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const [typed, setTyped] = useState<string | null>(null);
  const description = { id, name, label, hint, limit: limitHint(constraint), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} isCounted>
      <TagInput
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        defaultValue={values[0]}
        presets={presets}
        onTyped={setTyped}
      >
        <CharacterCount
          constraint={constraint}
          given={lengthOfTags(values[0] ?? "")}
          count={typed === null ? null : lengthOfTags(typed)}
        />
      </TagInput>
    </FieldGroup>
  );
}

/** A field for one tag, as in a filter. */
export function SingleTagField({ name, label, presets }: TagFieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const description = { id, name, label, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        defaultValue={values[0]}
        list={`${id}-presets`}
        autoCapitalize="none"
        autoComplete="off"
      />
      <TagOptions id={`${id}-presets`} presets={presets} />
    </FieldGroup>
  );
}
