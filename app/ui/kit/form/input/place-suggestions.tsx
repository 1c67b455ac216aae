import { useEffect, useState } from "react";
import { COUNTRY_CODES, countryNameOf, STATES } from "~/values/address/places";

/** What to pass as `list` to fields for a state and a country, beside a `PlaceSuggestions`. */
export const STATE_LIST = "states";
export const COUNTRY_LIST = "countries";

/**
 * Suggestions for the fields of an address, once in a form. Any other text is as good: provinces have no list. The browser
 * knows the names of countries, so they are not part of the page.
 */
export function PlaceSuggestions() {
  const [countries, setCountries] = useState<string[]>([]);
  useEffect(() => {
    setCountries(COUNTRY_CODES.map(countryNameOf).sort());
  }, []);
  return (
    <>
      <datalist id={STATE_LIST}>
        {[...STATES].map(([code, name]) => (
          <option key={code} value={code} label={name} />
        ))}
      </datalist>
      <datalist id={COUNTRY_LIST}>
        <option value="USA" label="United States" />
        {countries.map((country) => (
          <option key={country} value={country} />
        ))}
      </datalist>
    </>
  );
}
