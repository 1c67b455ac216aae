import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { EntryType } from "#db/enumerations";
import { useHasScripts } from "~/ui/kit/has-scripts";
import { counted } from "~/values/format";

/** How long to wait for the next letter. */
const PAUSE_MILLISECONDS = 150;
/** Less is the beginning of too many words. */
const LEAST_CHARACTERS = 2;

/** What one record of a type is called. Suggestions have no others. */
const NAMES: Readonly<Partial<Record<EntryType, string>>> = {
  organization: "Organization",
  submission: "Submission",
  engagement: "Engagement",
  call: "Call",
  announcement: "Announcement",
  person: "Person",
  command: "Command",
  tag: "Tag",
};

interface Suggestion {
  type: EntryType;
  label: string;
  detail: string | null;
  url: string;
}

/**
 * Suggests what someone may be typing in a search field, as an editable combobox with a listbox (ARIA APG). It is put
 * after the field, and gives the field its role and keys. Without scripts, the field is a plain one.
 */
export function Suggestions({ inputId }: { inputId: string }) {
  // The first render has no list, like the server's.
  return useHasScripts() ? <SuggestionList inputId={inputId} /> : null;
}

function SuggestionList({ inputId }: { inputId: string }) {
  const listId = `${inputId}-suggestions`;
  const optionId = (place: number) => `${listId}-${place}`;
  const { found, setTyped } = useSuggestions();
  const [active, setActive] = useState(-1);
  const navigate = useNavigate();
  const isOpen = found.length > 0;
  const close = () => setTyped("");
  const choose = (suggestion: Suggestion | undefined) => {
    close();
    if (suggestion) navigate(suggestion.url);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: other suggestions, so none of them is chosen yet
  useEffect(() => setActive(-1), [found]);

  const pressed = (event: KeyboardEvent) => {
    // The input method uses these keys while it composes a word.
    if (event.isComposing || !isOpen) return;
    // One place more than options, for the field itself.
    const move = (by: number) => setActive((place) => ((place + 1 + by + found.length + 1) % (found.length + 1)) - 1);
    if (event.key === "ArrowDown") move(1);
    else if (event.key === "ArrowUp") move(-1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) choose(found[active]);
    else return;
    event.preventDefault();
  };
  const latest = useRef(pressed);
  latest.current = pressed;
  useEffect(() => {
    const field = fieldOf(inputId);
    const onKeyDown = (event: KeyboardEvent) => latest.current(event);
    const onInput = () => setTyped(field.value);
    const onBlur = () => setTyped("");
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-controls", listId);
    field.setAttribute("autocomplete", "off");
    field.addEventListener("keydown", onKeyDown);
    field.addEventListener("input", onInput);
    field.addEventListener("blur", onBlur);
    return () => {
      field.removeEventListener("keydown", onKeyDown);
      field.removeEventListener("input", onInput);
      field.removeEventListener("blur", onBlur);
    };
  }, [inputId, listId, setTyped]);
  useEffect(() => {
    const field = fieldOf(inputId);
    field.setAttribute("aria-expanded", String(isOpen));
    if (active < 0) field.removeAttribute("aria-activedescendant");
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
        {isOpen && counted(found.length, "suggestion")}
      </p>
      {isOpen && (
        <div className="glip-suggestions" id={listId} role="listbox" aria-label="Suggestions">
          {found.map((suggestion, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys
            <div
              key={suggestion.url + suggestion.label}
              className="glip-suggestions__option"
              id={optionId(place)}
              role="option"
              aria-selected={place === active}
              tabIndex={-1}
              // The field keeps the focus, or it would close the list before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <span className="glip-suggestions__label">{suggestion.label}</span>{" "}
              <span className="glip-suggestions__detail">
                {[NAMES[suggestion.type], suggestion.detail].filter(Boolean).join(", ")}
              </span>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

const fieldOf = (id: string) => document.getElementById(id) as HTMLInputElement;

const NONE: readonly Suggestion[] = [];

/** The suggestions for what someone types, from the server. None if they cannot be loaded: the search works without. */
function useSuggestions() {
  const { key } = useLocation();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation ends what someone was typing
  useEffect(() => setTyped(""), [key]);
  useEffect(() => {
    if (typed.trim().length < LEAST_CHARACTERS) return setFound(NONE);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/search/suggestions?${new URLSearchParams({ q: typed })}`, {
          signal: stop.signal,
        });
        const suggestions = response.ok ? (await response.json()).data.suggestions : NONE;
        // The answer may arrive while it is stopped.
        if (!stop.signal.aborted) setFound(suggestions);
      } catch {
        if (!stop.signal.aborted) setFound(NONE);
      }
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed]);
  return { found, setTyped };
}
