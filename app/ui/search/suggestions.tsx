import { useEffect, useState } from "react";

export type SuggestionsProps = {
  /** The id of the search field. */
  inputId: string;
  /** Whether the reader has recent searches, which an empty field suggests. */
  remembers: boolean;
};

/**
 * Makes a search field an editable combobox (ARIA APG) that suggests what someone may be typing. Put it after the field.
 * The list loads when someone first uses the field, because the header has one on most pages. Without scripts, the field
 * is a plain one.
 */
export function Suggestions(props: SuggestionsProps) {
  const { inputId } = props;
  const [loaded, setLoaded] = useState<typeof import("./suggestion-list") | null>(null);
  useEffect(() => {
    const field = document.getElementById(inputId);
    if (!field) return;
    // Now, because a screen reader announces the role when the field gets the focus.
    field.setAttribute("role", "combobox");
    field.setAttribute("aria-autocomplete", "list");
    field.setAttribute("aria-expanded", "false");
    field.setAttribute("autocomplete", "off");
    // If it cannot be loaded, the next focus tries again, and the search works without.
    const load = () => import("./suggestion-list").then(setLoaded, () => {});
    field.addEventListener("focus", load);
    // Someone may use the field before the scripts run.
    if (document.activeElement === field) load();
    return () => field.removeEventListener("focus", load);
  }, [inputId]);
  return loaded && <loaded.SuggestionList {...props} />;
}
