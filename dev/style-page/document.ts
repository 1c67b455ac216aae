import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const PARAMETERS = ["--import", "tsx", "--import", join(import.meta.dirname, "asset-addresses.mjs")];

/** The style page as the components are now, or the error of one of them. */
export async function stylePageDocument(): Promise<{ status: 200 | 500; text: string }> {
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...PARAMETERS, join(import.meta.dirname, "render.tsx")],
      { env: { ...process.env, NODE_ENV: "production" } },
    );
    return { status: 200, text: stdout };
  } catch (error) {
    const { stderr } = error as { stderr: string };
    const escaped = stderr.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return { status: 500, text: `<pre>${escaped}</pre>` };
  }
}
