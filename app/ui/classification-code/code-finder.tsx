import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useField } from "~/ui/kit/form/form-kit";
import { useFrame } from "~/ui/kit/page/frame-context";
import type { ClassificationCode, CodeSystem } from "~/values/classification-codes";
import { counted } from "~/values/format";

/** How long to wait for the next letter. */
const PAUSE_MILLISECONDS = 150;

const SHOWN = 20;

export const codesPage = (system: CodeSystem) => `/classification-codes?system=${system}`;

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
  const given: readonly string[] = typed.toUpperCase().match(/[^\s,]+/g) ?? [];
  const pick = (code: string) => {
    const others = given.filter((other) => other !== code);
    const codes = others.length < given.length ? others : [...(isList ? given : []), code];
    const field = fieldOf(id);
    field.value = codes.join(", ");
    // Like typing, so that the form's listeners notice.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div className="glip-code-finder">
      <label className="usa-label" htmlFor={searchId}>
        Words of its name, or the start of the code
      </label>
      <input
        className="usa-input"
        id={searchId}
        type="search"
        autoComplete="off"
        value={query}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setQuery(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          // Enter would send the form around it.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <p className="usa-hint" role="status">
        {found === null
          ? `${system} ${year}`
          : `${found.total > SHOWN ? `The first ${SHOWN} of ` : ""}${counted(found.total, "code", "codes")} of ${system} ${year}`}
      </p>
      {found && (
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

const fieldOf = (id: string) => document.getElementById(id) as HTMLInputElement;

/** The codes for what someone types, from the server. Null as long as there is nothing to look for. */
function useFoundCodes(system: CodeSystem) {
  const [query, setQuery] = useState("");
  const [found, setFound] = useState<{ total: number; codes: ClassificationCode[] } | null>(null);
  useEffect(() => {
    if (query.trim() === "") return setFound(null);
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const parameters = new URLSearchParams({ system, q: query, limit: String(SHOWN) });
        const response = await fetch(`/api/classification-codes?${parameters}`, { signal: stop.signal });
        if (response.ok) setFound((await response.json()).data);
      } catch {
        // Someone typed on, or there is no connection. The next letter tries again.
      }
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query, system]);
  return { query, setQuery, found };
}
