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
import { controlAttributes, controlClass, FieldGroup, type FieldProps, limitHint, standingLimit } from "./field-group";
import { useField } from "./form-kit";
import { widthClass } from "./input/field-width";

type TextFieldProps = FieldProps & {
  type?: "text" | "email" | "tel" | "url" | "date" | "time" | "month" | "number" | "search";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  spellCheck?: boolean;
  /** The id of a datalist with suggestions. */
  list?: string;
  /** Without scripts, the browser then scrolls to this field when it loads the page. */
  autoFocus?: boolean;
};

/** Types of input without a length limit to show. */
const unmeasuredTypes: ReadonlySet<string> = new Set(["email", "date", "time", "month", "number"]);

export function TextField({ name, label, hint, type = "text", ...input }: TextFieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const { attributes, ...lengths } = useCount<HTMLInputElement>(values[0]);
  const isMeasured = !unmeasuredTypes.has(type);
  const limit = isMeasured ? standingLimit(constraint) : undefined;
  const description = { id, name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} isCounted>
      <input
        {...input}
        {...controlAttributes(description, constraint)}
        {...(isMeasured && attributes)}
        className={controlClass(`usa-input${widthClass(name, type)}`, errors)}
        type={type}
        defaultValue={values[0]}
      />
      {isMeasured && <CharacterCount constraint={constraint} {...lengths} />}
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
  const { attributes, ...lengths } = useCount<HTMLTextAreaElement>(values[0]);
  const description = { id, name, label, hint, limit: limitHint(constraint), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} isCounted>
      <textarea
        {...controlAttributes(description, constraint)}
        {...attributes}
        className={controlClass("usa-textarea", errors)}
        rows={rows}
        defaultValue={values[0]}
      />
      <CharacterCount constraint={constraint} {...lengths} />
      {isFormatted && <FormattingHelp />}
    </FieldGroup>
  );
}

/** Counts the text of a control while someone types. */
function useCount<Control extends HTMLInputElement | HTMLTextAreaElement>(value = "") {
  const control = useRef<Control>(null);
  const [count, setCount] = useState<number | null>(null);
  // When someone returns to a page, the browser restores the text without an event.
  useEffect(() => setCount(lengthOfText(control.current?.value ?? "")), []);
  const onInput = (event: FormEvent<Control>) => setCount(lengthOfText(event.currentTarget.value));
  return { given: lengthOfText(value), count, attributes: { ref: control, onInput } };
}
