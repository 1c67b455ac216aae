import { readFile, stat } from "node:fs/promises";

/** What is wrong with the file that a setting names, for the operator. */
export const settingFault = (setting: string, reason: string) =>
  new Error(`Fix these settings:\n  ${setting}: ${reason}`);

/** @throws Error that names the setting, if the file does not exist, is too large or cannot be read */
export async function readSettingFile(setting: string, path: string, maxBytes: number): Promise<Buffer> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw settingFault(setting, "there is no such file");
  if (found.size > maxBytes) {
    throw settingFault(setting, `the file has ${found.size} bytes, and at most ${maxBytes} are allowed`);
  }
  return readFile(path).catch(() => {
    throw settingFault(setting, "the server may not read the file");
  });
}
