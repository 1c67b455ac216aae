import { useEffect, useState } from "react";

const STATES =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa,GU Guam,MP Northern Mariana Islands,PR Puerto Rico,VI U.S. Virgin Islands";

/** ISO 3166-1, without the United States, which organizations call USA here. */
const COUNTRIES =
  "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW";

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
    const names = new Intl.DisplayNames("en", { type: "region" });
    setCountries((COUNTRIES.match(/../g) ?? []).map((code) => names.of(code) ?? code).sort());
  }, []);
  return (
    <>
      <datalist id={STATE_LIST}>
        {STATES.split(",").map((state) => (
          <option key={state} value={state.slice(0, 2)} label={state.slice(3)} />
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
