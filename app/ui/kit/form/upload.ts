import { type ClientActionFunctionArgs, redirect } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { cleanFileName, type FileExtension, fileError, findMetadataFault } from "~/storage/file-types";
import { findCountFault, NO_FILE_CHOSEN, tooManyFiles } from "~/values/attachment-count";
import type { FieldError } from "~/values/errors";
import { FORM_KEY_FIELD, FORM_SCRIPT_HEADER, ONLY_FIELDS } from "~/values/form-words";
import { formatFileSize } from "~/values/format";
import { LIMITS } from "~/values/limits";
import type { FormState } from "~/web/forms/form-state";

/*
 * Sends a form with files by XMLHttpRequest, because browsers report the progress of no other kind of request. Without
 * scripts the browser sends the same form as usual.
 */

/** The checks of a form's files before they are sent. */
export interface UploadRules {
  /** The name of the file input. */
  field: string;
  types: readonly FileExtension[];
  /** How many files the form accepts. */
  most: number;
  isRequired?: boolean;
  /** For files added to a record: how many it has already. */
  present?: number;
}

interface ChosenFile {
  name: string;
  size: number;
}

/** The errors that can be found before the files are sent, in the server's words. */
export function findChosenFaults(chosen: readonly ChosenFile[], rules: UploadRules): FieldError[] {
  const { types, most, isRequired = false, present } = rules;
  if (chosen.length === 0) return isRequired ? [{ code: "too_few", message: NO_FILE_CHOSEN }] : [];
  const fileRules = { types, isOne: most === 1 };
  const tooMany = chosen.length > most ? tooManyFiles(most) : findCountFault(present ?? 0, chosen.length);
  const countFault: FieldError | null = tooMany === null ? null : { code: "too_many", message: tooMany };
  const faults = chosen.map(({ name, size }) => {
    const fileName = cleanFileName(name, LIMITS.fileNameCharacters);
    // A form for one file treats an empty file as no file, as the server does.
    if (size === 0 && most === 1) return null;
    const fault = findMetadataFault({ fileName, sizeBytes: size }, fileRules);
    return fault && fileError(fileName, fault, fileRules);
  });
  return [countFault, ...faults].filter((fault) => fault !== null);
}

/** How much of an upload is sent, as a whole percentage. It reaches 100 only when everything is sent. */
export function percentOf(sent: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((sent / total) * 100));
}

/** "45% (6.8 MB of 15 MB)" */
export function progressInWords(sent: number, total: number): string {
  return `${percentOf(sent, total)}% (${formatFileSize(sent)} of ${formatFileSize(total)})`;
}

/** The progress for screen readers, in steps of 25 percent. */
export function announcedProgress(sent: number, total: number): string {
  return `Uploading: ${Math.floor(percentOf(sent, total) / 25) * 25} percent`;
}

/** The progress of an upload. Null before anything is sent. */
type UploadStage =
  | { name: "sending"; files: number; sent: number; total: number; cancel: () => void }
  | { name: "checking" | "cancelled"; files: number }
  | null;

/** What the form's submit handler passes to the page's client action. */
interface PreparedUpload {
  body: FormData;
  rules: UploadRules;
  /** The form's name, for pages with several. */
  form: string | undefined;
}

let prepared: PreparedUpload | null = null;
let stage: UploadStage = null;
const listeners = new Set<() => void>();

function setStage(next: UploadStage): void {
  stage = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The progress of the page's upload. A page sends one form at a time. */
export function useUploadStage(): UploadStage {
  return useSyncExternalStore(
    subscribe,
    () => stage,
    () => null,
  );
}

/** Resets the progress for the next page. */
export const forgetUpload = () => setStage(null);

/**
 * Keeps the body of a form that is being submitted. Otherwise the action would have to parse it from the router's
 * request.
 */
export function prepareUpload(upload: PreparedUpload): void {
  prepared = upload;
}

/** A refusal that did not come from the server. Nothing changed there, so the page need not load its data again. */
export interface LocalRefusal extends FormState {
  isLocal: true;
}

const BAD_REQUEST = 400;
const LOST =
  "The connection was lost. Check it, then send the form again. Your files are still chosen, and we save nothing twice.";

/** The client action of pages with uploads. It sends forms with files and leaves the others to the router. */
export async function uploadAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const upload = prepared;
  prepared = null;
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data");
  if (!upload || !isUpload) return serverAction();
  const { body, rules, form } = upload;
  const refuseLocally = (state: Partial<FormState>) => {
    const refusal: LocalRefusal = { form, values: typedIn(body), ...state, isLocal: true };
    return formResponse(refusal, BAD_REQUEST);
  };

  const chosen = filesIn(body, rules.field);
  const faults = findChosenFaults(chosen, rules);
  const hasOnlyFiles = rules.isRequired;
  const refuseFiles = () => refuseLocally({ errors: { [rules.field]: faults } });
  if (faults.length > 0 && hasOnlyFiles) return refuseFiles();
  if (faults.length > 0) {
    body.delete(rules.field);
    const outcome = await send({ url: request.url, body, signal: request.signal, files: 0, kind: ONLY_FIELDS });
    const found = typeof outcome === "string" ? null : outcome.response;
    if (!found || "location" in found || !found.errors) return refuseFiles();
    return refuseLocally({ errors: { ...found.errors, [rules.field]: faults } });
  }

  const outcome = await send({ url: request.url, body, signal: request.signal, files: chosen.length });
  if (outcome === "cancelled") {
    setStage({ name: "cancelled", files: chosen.length });
    return refuseLocally({});
  }
  setStage(null);
  if (outcome === "lost") return refuseLocally({ formError: LOST });
  const { status, response, address } = outcome;
  if (response && "location" in response) return redirect(response.location);
  // If the server redirected as it does for browsers without scripts, go where the redirect led.
  if (!response && status < BAD_REQUEST) return window.location.assign(address);
  if (!response?.errors && !response?.formError) {
    return refuseLocally({
      formError: `We could not save this (status ${status}). Reload the page, or try again later.`,
    });
  }
  // The browser still has the files. Only a page that is loaded again has to ask for them.
  const { chosenFiles: _chosenFiles, ...state } = response;
  return status === 401 ? refuseLocally(state) : formResponse(state, status);
}

/** Pages tell a refusal by the status, and the router takes the status only from a Response. */
function formResponse(state: FormState, status: number): Response {
  return new Response(JSON.stringify(state), { status, headers: { "content-type": "application/json" } });
}

/** The chosen files. If none is chosen, browsers send one without a name and content. */
function filesIn(body: FormData, field: string): File[] {
  const isChosen = (entry: FormDataEntryValue): entry is File =>
    entry instanceof File && (entry.name !== "" || entry.size > 0);
  return body.getAll(field).filter(isChosen);
}

function typedIn(body: FormData): FormState["values"] {
  const values: FormState["values"] = {};
  for (const name of new Set(body.keys())) {
    const texts = body.getAll(name).filter((entry) => typeof entry === "string");
    const [only = ""] = texts;
    if (name !== FORM_KEY_FIELD && texts.length > 0) values[name] = texts.length > 1 ? texts : only;
  }
  return values;
}

type Sent = { status: number; response: FormState | { location: string } | null; address: string };

interface Sending {
  url: string;
  body: FormData;
  signal: AbortSignal;
  /** How many files the form has. */
  files: number;
  /** `ONLY_FIELDS` if the server must only check the fields. */
  kind?: string;
}

function send({ url, body, signal, files, kind = "1" }: Sending): Promise<Sent | "lost" | "cancelled"> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    request.open("POST", url);
    request.setRequestHeader(FORM_SCRIPT_HEADER, kind);
    if (files > 0) {
      const progress = (sent: number, total: number) => setStage({ name: "sending", files, sent, total, cancel });
      progress(0, filesSize(body));
      request.upload.onprogress = ({ loaded, total }) => progress(loaded, total);
      request.upload.onload = () => setStage({ name: "checking", files });
    }
    request.onload = () => resolve({ status: request.status, response: parsed(request), address: request.responseURL });
    request.onerror = () => resolve("lost");
    request.onabort = () => resolve("cancelled");
    // Someone who goes to another page no longer wants the upload.
    signal.addEventListener("abort", cancel, { once: true });
    request.send(body);
  });
}

function filesSize(body: FormData): number {
  return [...body.values()].reduce((sum, entry) => sum + (entry instanceof File ? entry.size : 0), 0);
}

function parsed(request: XMLHttpRequest): Sent["response"] {
  if (!request.getResponseHeader("content-type")?.startsWith("application/json")) return null;
  try {
    return JSON.parse(request.responseText);
  } catch {
    return null;
  }
}
