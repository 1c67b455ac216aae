type Fields = Record<string, unknown>;

/** A host with a dot, without a scheme, a port or a user before it. */
const BARE_ADDRESS = /^[\p{L}\p{N}][\p{L}\p{N}.-]{0,252}\.\p{L}{2,63}(?:[/?#]|$)/u;

/** For `toInput` of a page: reads a web address as people write it, without "https://". The API does not take that. */
export function readTypedProfile(fields: Fields): Fields {
  const { website } = fields;
  const typed = typeof website === "string" ? website.trim() : "";
  return BARE_ADDRESS.test(typed) ? { ...fields, website: `https://${typed}` } : fields;
}
