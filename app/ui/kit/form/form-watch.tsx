import { useActionData, useNavigation } from "@remix-run/react";
import { createContext, useContext, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useFrame } from "~/ui/kit/page/frame-context";
import type { FieldError, FieldErrors } from "~/values/errors";
import type { FieldValues } from "./field-values";
import { watchDraft } from "./form-draft";
import { DraftOffer } from "./input/draft-offer";
import type { Draft } from "./input/drafts";
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

/** Watches the form around it. Shows nothing unless the browser has kept something unsaved. */
export function FormWatch({ values, errors, asksBeforeLeaving }: FormWatchProps) {
  const marker = useRef<HTMLSpanElement>(null);
  const draft = useUnsaved(marker, { values, errors, asksBeforeLeaving });
  useCorrections(marker, errors);
  return (
    <>
      <span hidden ref={marker} />
      {draft && <DraftOffer {...draft} />}
    </>
  );
}

type Marker = { readonly current: HTMLSpanElement | null };

function useUnsaved(marker: Marker, { values, errors, asksBeforeLeaving }: FormWatchProps) {
  const person = useFrame()?.session?.email;
  const actionData = useActionData<{ values?: FieldValues }>();
  const isReturned = errors !== undefined || (actionData?.values !== undefined && actionData.values === values);
  const latest = useRef(isReturned);
  latest.current = isReturned;
  const watch = useRef<ReturnType<typeof watchForm>>();
  const draft = useRef<ReturnType<typeof watchDraft>>(null);
  const [offered, setOffered] = useState<{ draft: Draft; isOvertaken: boolean } | null>(null);
  useEffect(() => {
    const form = marker.current?.closest("form");
    if (!asksBeforeLeaving || !form || form.method === "get") return;
    const own = watchForm(form, latest.current);
    const kept = watchDraft(form, person, own);
    if (kept) own.setKept();
    if (!latest.current) setOffered(kept?.offered ?? null);
    watch.current = own;
    draft.current = kept;
    return () => {
      kept?.end(own.wasSent());
      if (own.isDone()) kept?.forget();
      own.end();
    };
  }, [marker, asksBeforeLeaving, person]);
  const isIdle = useNavigation().state === "idle";
  useEffect(() => {
    if (isIdle && watch.current?.settle(latest.current)) draft.current?.forget();
  }, [isIdle]);
  if (!offered) return null;
  const decide = (how: "restore" | "forget") => () => {
    draft.current?.[how]();
    setOffered(null);
    // The button that had the focus is gone.
    marker.current?.closest("form")?.querySelector<HTMLElement>("input:not([type=hidden]), select, textarea")?.focus();
  };
  return { ...offered, onRestore: decide("restore"), onDiscard: decide("forget") };
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
