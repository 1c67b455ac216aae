// Runs in the browser, on the pages of `npm run dev` only.
const { build } = document.currentScript.dataset;
// React hydrates the document next, and must find only what it rendered.
document.currentScript.remove();
const events = new EventSource("/__dev/events");
events.addEventListener("build", ({ data }) => data !== build && location.reload());
events.addEventListener("styles", ({ data }) => {
  for (const link of document.querySelectorAll('link[href*="/_assets/styles-"], link[href*="/__dev/styles.css"]')) {
    link.href = `${link.href.split("?")[0]}?${data}`;
  }
});
// A page that is kept for the Back button must not keep one of the browser's few connections.
addEventListener("pagehide", () => events.close());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
