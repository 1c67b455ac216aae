import { type ClientActionFunctionArgs, redirect } from "@remix-run/react";
import { useSyncExternalStore } from "react";
import { cleanFileName, type FileExtension, fileError, findOutwardFault } from "~/storage/file-types";
import { findCountFault, NO_FILE_CHOSEN, tooManyFiles } from "~/values/attachment-count";
import type { FieldError } from "~/values/errors";
import { FORM_KEY_FIELD, FORM_SCRIPT_HEADER, ONLY_FIELDS } from "~/values/form-words";
import { formatFileSize } from "~/values/format";
import { LIMITS } from "~/values/limits";
import type { FormState } from "~/web/forms/form-state";

/*
 * Sends a form with files by itself, so that its progress is seen and it can be cancelled; a browser tells a page nothing
 * of what it sends otherwise. Without scripts the same form goes the ordinary way.
 */

/** What a form's files are held to before they are sent. */
export interface UploadRules {
  /** The name of the files' field. */
  field: string;
  types: readonly FileExtension[];
  /** How many the form takes; at least one where it is a form of files alone. */
  most: number;
  isRequired?: boolean;
  /** Where the files are added to others: how many are there already. */
  present?: number;
}

interface ChosenFile {
  name: string;
  size: number;
}

/** The faults of the chosen files that can be found before they are sent, in the server's words. */
export function findChosenFaults(chosen: readonly ChosenFile[], rules: UploadRules): FieldError[] {
  const { types, most, isRequired = false, present } = rules;
  if (chosen.length === 0) return isRequired ? [{ code: "required", message: NO_FILE_CHOSEN }] : [];
  const fileRules = { types, isOne: most === 1 };
  const tooMany = chosen.length > most ? tooManyFiles(most) : findCountFault(present ?? 0, chosen.length);
  const countFault: FieldError | null = tooMany === null ? null : { code: "too_many", message: tooMany };
  const faults = chosen.map(({ name, size }) => {
    const fileName = cleanFileName(name, LIMITS.fileNameCharacters);
    // The form of one file counts one of no bytes as none.
    if (size === 0 && most === 1) return null;
    const fault = findOutwardFault({ fileName, sizeBytes: size }, fileRules);
    return fault && fileError(fileName, fault, fileRules);
  });
  return [countFault, ...faults].filter((fault) => fault !== null);
}

/** How much of an upload is sent, in whole per cent; all of it only once it is. */
export function percentOf(sent: number, total: number): number {
  return total === 0 ? 0 : Math.min(100, Math.floor((sent / total) * 100));
}

/** "45% (6.8 MB of 15 MB)" */
export function progressInWords(sent: number, total: number): string {
  return `${percentOf(sent, total)}% (${formatFileSize(sent)} of ${formatFileSize(total)})`;
}

/** What is told of it to who does not see the bar: no more than every quarter. */
export function announcedProgress(sent: number, total: number): string {
  return `Uploading: ${Math.floor(percentOf(sent, total) / 25) * 25} percent`;
}

/** Where an upload of so many files stands; before anything is sent it is null. */
export type UploadStage =
  | { name: "sending"; files: number; sent: number; total: number; cancel: () => void }
  | { name: "checking" | "cancelled"; files: number }
  | null;

/** What the form's own handler hands to the action of its page. */
interface PreparedUpload {
  body: FormData;
  rules: UploadRules;
  /** Which of the page's forms it is. */
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

/** The stage of the page's upload. A page sends one form at a time. */
export function useUploadStage(): UploadStage {
  return useSyncExternalStore(
    subscribe,
    () => stage,
    () => null,
  );
}

/** Forgets what became of an upload, for the next page's. */
export const forgetUpload = () => setStage(null);

/** Takes hold of a form that is being submitted: its files would have to be read anew out of the router's request. */
export function prepareUpload(upload: PreparedUpload): void {
  prepared = upload;
}

/** A refusal that no answer of the server led to: nothing has changed there, so nothing is to be loaded again. */
export interface Unanswered extends FormState {
  unanswered: true;
}

const BAD_REQUEST = 400;
const LOST =
  "The connection was lost. Check it, then send the form again: your files are still chosen, and nothing is saved twice.";

/** The action of a page's forms in the browser: sends the one with files by itself, and leaves the others to the router. */
export async function uploadAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
  const upload = prepared;
  prepared = null;
  const isUpload = request.headers.get("content-type")?.startsWith("multipart/form-data");
  if (!upload || !isUpload) return serverAction();
  const { body, rules, form } = upload;
  const unanswered = (state: Partial<FormState>) => {
    const answer: Unanswered = { form, values: typedIn(body), ...state, unanswered: true };
    return answerWith(answer, BAD_REQUEST);
  };

  const chosen = filesIn(body, rules.field);
  const faults = findChosenFaults(chosen, rules);
  const hasOnlyFiles = rules.isRequired;
  const refusedHere = () => unanswered({ errors: { [rules.field]: faults } });
  if (faults.length > 0 && hasOnlyFiles) return refusedHere();
  if (faults.length > 0) {
    body.delete(rules.field);
    const outcome = await send({ url: request.url, body, signal: request.signal, files: 0, kind: ONLY_FIELDS });
    const found = typeof outcome === "string" ? null : outcome.answer;
    if (!found || "location" in found || !found.errors) return refusedHere();
    return unanswered({ errors: { ...found.errors, [rules.field]: faults } });
  }

  const outcome = await send({ url: request.url, body, signal: request.signal, files: chosen.length });
  if (outcome === "cancelled") {
    setStage({ name: "cancelled", files: chosen.length });
    return unanswered({});
  }
  setStage(null);
  if (outcome === "lost") return unanswered({ formError: LOST });
  const { status, answer, address } = outcome;
  if (answer && "location" in answer) return redirect(answer.location);
  // A server that knows nothing of scripts led to where a browser would have gone.
  if (!answer && status < BAD_REQUEST) return window.location.assign(address);
  if (!answer?.errors && !answer?.formError) {
    return unanswered({ formError: `It was not taken (${status}). Load the page again, or try later.` });
  }
  // The browser still has the files: only a page that is loaded anew asks for them again.
  const { chosenFiles: _chosenFiles, ...state } = answer;
  return status === 401 ? unanswered(state) : answerWith(state, status);
}

/** The router takes the status of a response alone for that of an action: by it, pages know that a form was refused. */
function answerWith(state: FormState, status: number): Response {
  return new Response(JSON.stringify(state), { status, headers: { "content-type": "application/json" } });
}

/** The files that were chosen. A browser sends one without a name and without bytes where none was. */
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

type Sent = { status: number; answer: FormState | { location: string } | null; address: string };

interface Sending {
  url: string;
  body: FormData;
  signal: AbortSignal;
  /** How many files it has. */
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
    request.onload = () => resolve({ status: request.status, answer: parsed(request), address: request.responseURL });
    request.onerror = () => resolve("lost");
    request.onabort = () => resolve("cancelled");
    // Whoever goes to another page meanwhile wants it no more.
    signal.addEventListener("abort", cancel, { once: true });
    request.send(body);
  });
}

function filesSize(body: FormData): number {
  return [...body.values()].reduce((sum, entry) => sum + (entry instanceof File ? entry.size : 0), 0);
}

function parsed(request: XMLHttpRequest): Sent["answer"] {
  if (!request.getResponseHeader("content-type")?.startsWith("application/json")) return null;
  try {
    return JSON.parse(request.responseText);
  } catch {
    return null;
  }
}
