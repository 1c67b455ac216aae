import {
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  type InputHTMLAttributes,
  useEffect,
  useRef,
  useState,
} from "react";
import { FormattingHelp } from "~/ui/kit/format/formatting-help";
import { CharacterCount, lengthOfText } from "./character-count";
import { controlAttributes, controlClass, FieldGroup, type FieldProps, limitHint } from "./field-group";
import { useField } from "./form-kit";

type TextFieldProps = FieldProps & {
  type?: "text" | "email" | "tel" | "url" | "date" | "time" | "month" | "number" | "search";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  spellCheck?: boolean;
  /** Shows how much room is left while someone types. For lines that may become too long. */
  isCounted?: boolean;
  /** Without scripts, the browser then scrolls to this field when it loads the page. */
  autoFocus?: boolean;
};

/** Types of input without a length limit to show. */
const unmeasuredTypes: ReadonlySet<string> = new Set(["email", "date", "number"]);

export function TextField({ name, label, hint, type = "text", isCounted = false, ...input }: TextFieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const { count, attributes } = useCount<HTMLInputElement>(lengthOfText);
  const limit = unmeasuredTypes.has(type) ? undefined : limitHint(constraint);
  const description = { id, name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} limit={isCounted ? undefined : limit}>
      <input
        {...input}
        {...controlAttributes(description, constraint)}
        {...(isCounted && attributes)}
        className={controlClass("usa-input", errors)}
        type={type}
        defaultValue={values[0]}
      />
      {isCounted && <CharacterCount id={id} constraint={constraint} count={count} />}
    </FieldGroup>
  );
}

type TextAreaProps = FieldProps & {
  rows?: number;
  /** Whether pages show the text's formatting. The field then explains how to write it. */
  isFormatted?: boolean;
};

export function TextArea({ name, label, hint, rows = 6, isFormatted = false }: TextAreaProps) {
  const { id, constraint, values, errors } = useField(name);
  const { count, attributes } = useCount<HTMLTextAreaElement>(lengthOfText);
  const description = { id, name, label, hint, limit: limitHint(constraint), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} limit={undefined}>
      <textarea
        {...controlAttributes(description, constraint)}
        {...attributes}
        className={controlClass("usa-textarea", errors)}
        rows={rows}
        defaultValue={values[0]}
      />
      <CharacterCount id={id} constraint={constraint} count={count} />
      {isFormatted && <FormattingHelp />}
    </FieldGroup>
  );
}

/** Counts the text of a control while someone types. The count is null until scripts run. */
function useCount<Control extends HTMLInputElement | HTMLTextAreaElement>(lengthOf: (text: string) => number) {
  const control = useRef<Control>(null);
  const [count, setCount] = useState<number | null>(null);
  // When someone returns to a page, the browser restores the text without an event.
  useEffect(() => setCount(lengthOf(control.current?.value ?? "")), [lengthOf]);
  const onInput = (event: FormEvent<Control>) => setCount(lengthOf(event.currentTarget.value));
  return { count, attributes: { ref: control, onInput } };
}
