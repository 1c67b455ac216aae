import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { EntryType } from "#db/enumerations";
import { counted } from "~/values/format";
import type { SuggestionsProps } from "./suggestions";
import { TYPE_NAMES } from "./type-names";

/** How long to wait for the next letter. */
const PAUSE_MILLISECONDS = 150;
/** Less is the beginning of too many words. */
const LEAST_CHARACTERS = 2;
const RECENT_HEADING = "Your recent searches";

interface Option {
  label: string;
  detail: string;
  url: string;
}

interface Offer {
  options: readonly Option[];
  /** What the list has. */
  isRecent: boolean;
}

/**
 * The list of suggestions below a search field. It gives the field its keys: arrows choose, Enter opens the chosen
 * suggestion or searches, Escape closes the list.
 */
export function SuggestionList({ inputId, remembers }: SuggestionsProps) {
  const listId = `${inputId}-suggestions`;
  const optionId = (place: number) => `${listId}-${place}`;
  const { offer, setTyped } = useOffer(inputId, remembers);
  const { options, isRecent } = offer;
  const [active, setActive] = useState(-1);
  const navigate = useNavigate();
  const isOpen = options.length > 0;
  const close = () => setTyped(null);
  const choose = (option: Option | undefined) => {
    close();
    if (option) navigate(option.url);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other suggestions, so none of them is chosen yet
  useEffect(() => setActive(-1), [offer]);

  const pressed = (event: KeyboardEvent) => {
    // The input method uses these keys while it composes a word.
    if (event.isComposing) return;
    // One place more than options, for the field itself.
    const places = options.length + 1;
    const move = (by: number) => setActive((place) => ((place + 1 + by + places) % places) - 1);
    if (event.key === "ArrowDown" && !isOpen) setTyped(fieldOf(inputId).value);
    else if (!isOpen) return;
    else if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) choose(options[active]);
    else return;
    event.preventDefault();
  };
  const latest = useRef(pressed);
  latest.current = pressed;
  useEffect(() => {
    const field = fieldOf(inputId);
    const onKeyDown = (event: KeyboardEvent) => latest.current(event);
    const onInput = () => setTyped(field.value);
    const onFocus = () => setTyped(field.value === "" ? "" : null);
    const onBlur = () => setTyped(null);
    field.setAttribute("aria-controls", listId);
    field.addEventListener("keydown", onKeyDown);
    field.addEventListener("input", onInput);
    field.addEventListener("focus", onFocus);
    field.addEventListener("blur", onBlur);
    // What someone typed while this was loading. A field with only what the page gave it suggests nothing yet.
    if (document.activeElement === field && (field.value === "" || field.value !== field.defaultValue)) onInput();
    return () => {
      field.removeEventListener("keydown", onKeyDown);
      field.removeEventListener("input", onInput);
      field.removeEventListener("focus", onFocus);
      field.removeEventListener("blur", onBlur);
    };
  }, [inputId, listId, setTyped]);
  useEffect(() => {
    const field = fieldOf(inputId);
    field.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen || active < 0) field.removeAttribute("aria-activedescendant");
    else {
      const id = `${listId}-${active}`;
      field.setAttribute("aria-activedescendant", id);
      // The focus stays in the field, so the browser does not scroll.
      document.getElementById(id)?.scrollIntoView({ block: "nearest" });
    }
  }, [inputId, listId, isOpen, active]);

  return (
    <>
      <p className="usa-sr-only" aria-live="polite">
        {isOpen &&
          (isRecent
            ? counted(options.length, "recent search", "recent searches")
            : counted(options.length, "suggestion"))}
      </p>
      {isOpen && (
        <div className="glip-suggestions">
          {isRecent && (
            <p className="glip-suggestions__heading" aria-hidden="true">
              {RECENT_HEADING}
            </p>
          )}
          <div id={listId} role="listbox" aria-label={isRecent ? RECENT_HEADING : "Suggestions"}>
            {options.map((option, place) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys
              <div
                key={option.url + option.label}
                className="glip-suggestions__option"
                id={optionId(place)}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                // The field keeps the focus, or it would close the list before the click.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(option)}
              >
                <span className="glip-suggestions__label">{option.label}</span>{" "}
                {option.detail !== "" && <span className="glip-suggestions__detail">{option.detail}</span>}
              </div>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

const fieldOf = (id: string) => document.getElementById(id) as HTMLInputElement;

const NOTHING: Offer = { options: [], isRecent: false };

/**
 * What the list offers for what is in a field, from the server: suggestions for what someone types, recent searches
 * for an empty field. Nothing if it cannot be loaded: the search works without. Null closes the list.
 */
function useOffer(inputId: string, remembers: boolean) {
  const { key } = useLocation();
  const [typed, setTyped] = useState<string | null>(null);
  const [offer, setOffer] = useState(NOTHING);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation ends what someone was typing
  useEffect(() => setTyped(null), [key]);
  useEffect(() => {
    const isEmpty = typed === "";
    const isEnough = isEmpty ? remembers : (typed ?? "").trim().length >= LEAST_CHARACTERS;
    if (typed === null || !isEnough) return setOffer(NOTHING);
    const stop = new AbortController();
    const load = async () => {
      try {
        const loaded = await (isEmpty ? recentOffer(inputId, stop.signal) : suggestionsFor(typed, stop.signal));
        // The answer may arrive while it is stopped.
        if (!stop.signal.aborted) setOffer(loaded);
      } catch {
        if (!stop.signal.aborted) setOffer(NOTHING);
      }
    };
    const timer = setTimeout(load, isEmpty ? 0 : PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, inputId, remembers]);
  return { offer, setTyped };
}

async function suggestionsFor(q: string, signal: AbortSignal): Promise<Offer> {
  interface Suggestion extends Omit<Option, "detail"> {
    type: EntryType;
    detail: string | null;
  }
  const { suggestions } = await dataFrom<{ suggestions: Suggestion[] }>(
    `/api/search/suggestions?${new URLSearchParams({ q })}`,
    signal,
  );
  const options = suggestions.map(({ type, label, detail, url }) => ({
    label,
    detail: [TYPE_NAMES[type], detail].filter(Boolean).join(", "),
    url,
  }));
  return { options, isRecent: false };
}

async function recentOffer(inputId: string, signal: AbortSignal): Promise<Offer> {
  const { items } = await dataFrom<{ items: { query: string }[] }>("/api/search/recent", signal);
  const page = new URL(fieldOf(inputId).form?.action ?? location.href).pathname;
  const options = items.map(({ query }) => ({
    label: query,
    detail: "",
    url: `${page}?${new URLSearchParams({ q: query })}`,
  }));
  return { options, isRecent: true };
}

/** The data of an address of the API. @throws if it is refused or cannot be read */
async function dataFrom<Data>(address: string, signal: AbortSignal): Promise<Data> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address} returned ${response.status}`);
  return (await response.json()).data;
}
