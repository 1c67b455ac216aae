/** What an attribute becomes, with a space before it. Empty if it is left out. */
type WriteAttribute = (value: unknown) => string;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': "&quot;",
  "&": "&amp;",
  "'": "&#x27;",
  "<": "&lt;",
  ">": "&gt;",
};
const HAS_SPECIAL = /["&'<>]/;
const EACH_SPECIAL = /["&'<>]/g;

/** Text as HTML, inside an element or a quoted attribute. */
export function escapeText(text: string): string {
  return HAS_SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (special) => ESCAPES[special] ?? "") : text;
}

const escapeValue = (value: unknown) => (typeof value === "string" ? escapeText(value) : escapeText(`${value}`));
const isText = (value: unknown) => typeof value !== "function" && typeof value !== "symbol";

const plain = (attribute: string): WriteAttribute => {
  const start = ` ${attribute}="`;
  return (value) => (isText(value) && typeof value !== "boolean" ? `${start}${escapeValue(value)}"` : "");
};
/** Its values "true" and "false" may be given as booleans. */
const withBooleans = (attribute: string): WriteAttribute => {
  const start = ` ${attribute}="`;
  return (value) => (isText(value) ? `${start}${escapeValue(value)}"` : "");
};
const present = (attribute: string): WriteAttribute => {
  const whole = ` ${attribute}=""`;
  return (value) => (value && isText(value) ? whole : "");
};
const presentOrText = (attribute: string): WriteAttribute => {
  const [writeText, writePresent] = [plain(attribute), present(attribute)];
  return (value) => (typeof value === "boolean" ? writePresent(value) : writeText(value));
};
const number =
  (least: number) =>
  (attribute: string): WriteAttribute => {
    const write = plain(attribute);
    return (value) => (Number(value) >= least ? write(value) : "");
  };
const nothing: WriteAttribute = () => "";

const lowerCase = (property: string) => property.toLowerCase();
const sameCase = (property: string) => property;
const withDashes = (property: string) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const withColon = (property: string) => property.replace(/[A-Z]/, (letter) => `:${letter.toLowerCase()}`);

/** The properties whose attribute React names or writes in its own way: how it names them, how it writes them, which. */
const SPECIAL: readonly (readonly [(property: string) => string, (attribute: string) => WriteAttribute, string])[] = [
  [(property) => (property === "htmlFor" ? "for" : "class"), plain, "className htmlFor"],
  [withDashes, plain, "acceptCharset httpEquiv"],
  [lowerCase, plain, "tabIndex crossOrigin formAction"],
  [lowerCase, withBooleans, "contentEditable draggable spellCheck value"],
  [sameCase, withBooleans, "autoReverse externalResourcesRequired focusable preserveAlpha"],
  [
    lowerCase,
    present,
    `allowFullScreen async autoFocus autoPlay checked controls default defer disabled disablePictureInPicture
    disableRemotePlayback formNoValidate hidden itemScope loop multiple muted noModule noValidate open playsInline readOnly
    required reversed scoped seamless selected`,
  ],
  [sameCase, presentOrText, "capture download"],
  [lowerCase, number(1), "cols rows size span"],
  [lowerCase, number(Number.NEGATIVE_INFINITY), "rowSpan start"],
  [
    withDashes,
    plain,
    `accentHeight alignmentBaseline arabicForm baselineShift capHeight clipPath clipRule colorInterpolation
    colorInterpolationFilters colorProfile colorRendering dominantBaseline enableBackground fillOpacity fillRule floodColor
    floodOpacity fontFamily fontSize fontSizeAdjust fontStretch fontStyle fontVariant fontWeight glyphName
    glyphOrientationHorizontal glyphOrientationVertical horizAdvX horizOriginX imageRendering letterSpacing lightingColor
    markerEnd markerMid markerStart overlinePosition overlineThickness paintOrder pointerEvents renderingIntent shapeRendering
    stopColor stopOpacity strikethroughPosition strikethroughThickness strokeDasharray strokeDashoffset strokeLinecap
    strokeLinejoin strokeMiterlimit strokeOpacity strokeWidth textAnchor textDecoration textRendering underlinePosition
    underlineThickness unicodeBidi unicodeRange unitsPerEm vAlphabetic vHanging vIdeographic vMathematical vectorEffect
    vertAdvY vertOriginX vertOriginY wordSpacing writingMode xHeight`,
  ],
  [
    withColon,
    plain,
    "xmlnsXlink xlinkActuate xlinkArcrole xlinkHref xlinkRole xlinkShow xlinkTitle xlinkType xmlBase xmlLang xmlSpace",
  ],
  [
    sameCase,
    () => nothing,
    "defaultChecked defaultValue innerHTML suppressContentEditableWarning suppressHydrationWarning",
  ],
];

const writers = new Map<string, WriteAttribute>(
  SPECIAL.flatMap(([nameOf, writeAs, properties]) =>
    properties.split(/\s+/).map((property) => [property, writeAs(nameOf(property))] as const),
  ),
);

const SAFE_NAME = /^[:A-Z_a-z][:A-Z_a-z\-.0-9]*$/;

/** How a property that is not in the table above is written: event handlers not at all, others under their own name. */
function otherWriter(property: string): WriteAttribute {
  if (property === "style")
    throw new Error("The server writes no styles, which our Content-Security-Policy would refuse");
  if (/^on./i.test(property) || !SAFE_NAME.test(property)) return nothing;
  return /^(data|aria)-/i.test(property) ? withBooleans(property) : plain(property);
}

/** A property of an element as an attribute, as React's server renderer writes it. */
export function attributeOf(property: string, value: unknown): string {
  let write = writers.get(property);
  if (!write) {
    write = otherWriter(property);
    writers.set(property, write);
  }
  return write(value);
}
