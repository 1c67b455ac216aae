import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useField } from "~/ui/kit/form/form-kit";
import { useFrame } from "~/ui/kit/page/frame-context";
import type { ClassificationCode, CodeSystem } from "~/values/classification-codes";
import { counted } from "~/values/format";
import { LIMITS } from "~/values/limits";

/** How long to wait for the next letter. */
const PAUSE_MILLISECONDS = 150;

const SHOWN = 20;

const codesPage = (system: CodeSystem) => `/classification-codes?system=${system}`;

type CodeFinderProps = {
  system: CodeSystem;
  /** The field that gets the code. */
  name: string;
  /** Whether the field takes several codes. */
  isList?: boolean;
};

/**
 * Finds a classification code by name and writes it into the field above. Without scripts it leads to the page with the
 * codes. Nothing, if this portal has no table of the system.
 */
export function CodeFinder({ system, name, isList = false }: CodeFinderProps) {
  const year = useFrame()?.codeYears[system];
  return year ? (
    <details className="glip-tag-picker">
      <summary>Find a {system} code by name</summary>
      <Search system={system} year={year} name={name} isList={isList} />
    </details>
  ) : null;
}

type SearchProps = Required<CodeFinderProps> & { year: number };

function Search({ system, year, name, isList }: SearchProps) {
  const { id } = useField(name);
  const searchId = useId();
  /** What the field has. Null until scripts run. */
  const [typed, setTyped] = useState<string | null>(null);
  const { query, setQuery, found } = useFoundCodes(system);
  useEffect(() => {
    const field = fieldOf(id);
    const read = () => setTyped(field.value);
    read();
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, [id]);
  if (typed === null) {
    return (
      <p>
        <a href={codesPage(system)} target="_blank" rel="noreferrer">
          Search the {system} codes of {year} in a new tab
        </a>
      </p>
    );
  }
  const given = codesIn(typed);
  const pick = (code: string) => {
    const field = fieldOf(id);
    const present = codesIn(field.value);
    const others = present.filter((other) => other !== code);
    const codes = others.length < present.length ? others : [...(isList ? present : []), code];
    field.value = codes.join(", ");
    // Like typing, so that the form's listeners notice.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="glip-code-finder">
      <label className="usa-label" htmlFor={searchId}>
        {system}: words of the name, or the start of the code
      </label>
      <input
        className="usa-input"
        id={searchId}
        type="search"
        autoComplete="off"
        maxLength={LIMITS.searchQueryCharacters}
        value={query}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setQuery(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          // Enter would send the form around it.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <p className="usa-hint" role="status">
        {outcomeOf(found, `${system} ${year}`)}
      </p>
      {found && found !== "failed" && (
        <ul className="glip-tag-picker__list">
          {found.codes.map(({ code, title }) => (
            <li key={code}>
              <button
                className="glip-tag-picker__tag"
                type="button"
                aria-pressed={given.includes(code)}
                onClick={() => pick(code)}
              >
                {code} {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function outcomeOf(found: FoundCodes | "failed" | null, table: string): string {
  if (found === null) return table;
  if (found === "failed") return "We could not search. Try again.";
  if (found.total === 0) return `No code of ${table} has this in its name. Try one word, or a more general one.`;
  return `${found.total > SHOWN ? `The first ${SHOWN} of ` : ""}${counted(found.total, "code")} of ${table}`;
}

const codesIn = (text: string): readonly string[] => text.toUpperCase().match(/[^\s,]+/g) ?? [];

const fieldOf = (id: string) => document.getElementById(id) as HTMLInputElement;

interface FoundCodes {
  total: number;
  codes: ClassificationCode[];
}

/** The codes for what someone types, from the server. Null as long as there is nothing to look for. */
function useFoundCodes(system: CodeSystem) {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<FoundCodes | "failed" | null>(null);
  useEffect(() => {
    if (query.trim() === "") return setFound(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const parameters = new URLSearchParams({ system, q: query, limit: String(SHOWN) });
        const response = await fetch(`/api/classification-codes?${parameters}`, { signal: stop.signal });
        setFound(response.ok ? (await response.json()).data : "failed");
      } catch {
        // Someone typed on, or there is no connection.
        if (!stop.signal.aborted) setFound("failed");
      }
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, system]);
  return { query, setQuery, found };
}
