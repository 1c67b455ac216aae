/* For Node, an image that a component imports is the address it is served under: as Remix's compiler has it. The style page's are where `npm run dev` serves them. */
import { registerHooks } from "node:module";
import { basename } from "node:path";

registerHooks({
  resolve: (specifier, context, next) =>
    specifier.endsWith(".svg")
      ? { url: `asset:${basename(specifier)}`, format: "module", shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url.startsWith("asset:")
      ? { format: "module", source: `export default "/__dev/${url.slice(6)}";`, shortCircuit: true }
      : next(url, context),
});
