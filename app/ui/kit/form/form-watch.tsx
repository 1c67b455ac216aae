import { useActionData, useNavigation } from "@remix-run/react";
import { createContext, useContext, useEffect, useRef, useSyncExternalStore } from "react";
import type { FieldError, FieldErrors } from "~/values/errors";
import type { FieldValues } from "./field-values";
import { contentsOf, watchForm } from "./unsaved";
import { findChosenFaults, type UploadRules } from "./upload";

/* What a form does while someone fills it in: it tracks unsaved changes and removes outdated error messages. */

/** The rules for a form's files, if it has any. */
export const UploadRulesContext = createContext<UploadRules | null>(null);

const standing = new WeakMap<FieldErrors, FieldErrors>();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The errors of a refused form, without those of fields that have changed since. */
export function useStandingErrors(errors: FieldErrors | undefined): FieldErrors | undefined {
  return useSyncExternalStore(
    subscribe,
    () => errors && (standing.get(errors) ?? errors),
    () => errors,
  );
}

function setStanding(errors: FieldErrors, name: string, found: readonly FieldError[]): void {
  const { [name]: _before, ...others } = standing.get(errors) ?? errors;
  // In the order of the original errors.
  const next = found.length > 0 ? { ...others, [name]: [...found] } : others;
  standing.set(errors, next);
  for (const listener of listeners) listener();
}

interface FormWatchProps {
  values: FieldValues;
  errors: FieldErrors | undefined;
  /** Whether to ask before someone leaves unsaved changes. */
  asksBeforeLeaving: boolean;
}

/** Watches the form around it. Renders nothing visible. */
export function FormWatch({ values, errors, asksBeforeLeaving }: FormWatchProps) {
  const marker = useRef<HTMLSpanElement>(null);
  useUnsaved(marker, { values, errors, asksBeforeLeaving });
  useCorrections(marker, errors);
  return <span hidden ref={marker} />;
}

type Marker = { readonly current: HTMLSpanElement | null };

function useUnsaved(marker: Marker, { values, errors, asksBeforeLeaving }: FormWatchProps): void {
  const actionData = useActionData<{ values?: FieldValues }>();
  const isReturned = errors !== undefined || (actionData?.values !== undefined && actionData.values === values);
  const latest = useRef(isReturned);
  latest.current = isReturned;
  const watch = useRef<ReturnType<typeof watchForm>>();
  useEffect(() => {
    const form = marker.current?.closest("form");
    if (!asksBeforeLeaving || !form || form.method === "get") return;
    watch.current = watchForm(form, latest.current);
    return watch.current.end;
  }, [marker, asksBeforeLeaving]);
  const isIdle = useNavigation().state === "idle";
  useEffect(() => {
    if (isIdle) watch.current?.settle(latest.current);
  }, [isIdle]);
}

function useCorrections(marker: Marker, errors: FieldErrors | undefined): void {
  const rules = useContext(UploadRulesContext);
  useEffect(() => {
    const form = marker.current?.closest("form");
    if (!form || !errors) return;
    const refused = new Map(Object.keys(errors).map((name) => [name, contentsOf(form, true, name)]));
    const correct = ({ target }: Event) => {
      if (!(target instanceof Element && "name" in target && typeof target.name === "string")) return;
      const { name } = target;
      const found = errors[name];
      if (found === undefined) return;
      const isSame = contentsOf(form, true, name) === refused.get(name);
      const files = target instanceof HTMLInputElement && name === rules?.field ? [...(target.files ?? [])] : null;
      if (isSame) setStanding(errors, name, found);
      else setStanding(errors, name, rules && files ? findChosenFaults(files, rules) : []);
    };
    form.addEventListener("input", correct);
    return () => form.removeEventListener("input", correct);
  }, [marker, errors, rules]);
}
