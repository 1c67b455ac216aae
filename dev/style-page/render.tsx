/* Writes the style page's document. A process of its own, so that it has the components as they are now. */
import { renderToStaticMarkup } from "react-dom/server";
import { StylePage } from "./style-page";

process.stdout.write(`<!DOCTYPE html>${renderToStaticMarkup(<StylePage stylesheet="/__dev/styles.css" />)}`);
