import { createHash } from "node:crypto";
import type { Settings } from "~/settings.server";
import { accentStylesheet } from "~/values/accent";
import { LIMITS } from "~/values/limits";
import { DocumentFault } from "./document-fault";
import { readSettingFile, settingFault } from "./setting-file.server";
import { MarkupReader } from "./xml-tags";

/** A file that the server makes of its settings. Its path changes with its content, so browsers may keep it. */
export interface AgencyAsset {
  path: string;
  contentType: "image/png" | "image/svg+xml" | "text/css; charset=utf-8";
  bytes: Buffer;
}

/** What gives this deployment its own look. */
export interface AgencyAssets {
  seal: AgencyAsset | null;
  /** Replaces the stylesheet's primary color by the accent. */
  stylesheet: AgencyAsset | null;
}

const EXTENSIONS = { "image/png": "png", "image/svg+xml": "svg", "text/css; charset=utf-8": "css" } as const;
const HASH_CHARACTERS = 16;

/** @throws Error that names the setting that cannot be used, and why */
export async function readAgencyAssets({ agencySeal, agencyAccent }: Settings): Promise<AgencyAssets> {
  return {
    seal: agencySeal === null ? null : await readSeal(agencySeal),
    stylesheet:
      agencyAccent === null
        ? null
        : assetOf("accent", Buffer.from(accentStylesheet(agencyAccent)), "text/css; charset=utf-8"),
  };
}

function assetOf(name: string, bytes: Buffer, contentType: AgencyAsset["contentType"]): AgencyAsset {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_CHARACTERS);
  return { path: `/assets/agency/${name}-${hash}.${EXTENSIONS[contentType]}`, contentType, bytes };
}

const PNG_SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

const SEAL = "AGENCY_SEAL";

/** Reads the file of the setting AGENCY_SEAL. Its bytes decide its type, whatever its name says. */
async function readSeal(path: string): Promise<AgencyAsset> {
  const bytes = await readSettingFile(SEAL, path, LIMITS.sealBytes);
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return assetOf("seal", bytes, "image/png");
  if ((await rootElementOf(bytes)) !== "svg") throw sealFault("it is neither a PNG image nor an SVG image");
  return assetOf("seal", bytes, "image/svg+xml");
}

const sealFault = (reason: string) => settingFault(SEAL, reason);

/** @throws Error if it is not a well-formed document */
async function rootElementOf(bytes: Buffer): Promise<string> {
  let root = "";
  const reader = new MarkupReader({
    open: (name) => {
      root ||= name;
    },
    close: () => {},
    text: () => {},
    wantsText: () => false,
  });
  try {
    await reader.write(bytes);
    await reader.end();
    return root;
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    throw sealFault(`it is not a PNG image, and we cannot read it as an SVG image: ${error.message}`);
  }
}
