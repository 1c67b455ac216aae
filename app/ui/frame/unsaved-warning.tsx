import { useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { hasUnsaved, isAllKept } from "~/ui/kit/form/unsaved";
import { useModal } from "~/ui/kit/modal";
import { useFrame } from "~/ui/kit/page/frame-context";

/**
 * Asks before someone leaves a page with unsaved changes: in a dialog if the next page is in the portal, and through the
 * browser if the page is closed, reloaded or left for another site. Needs scripts.
 */
export function UnsavedWarning() {
  // A navigation to the same path keeps the page and what was typed.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  );
  useAskBeforeUnload();
  const isVisitor = !useFrame()?.session;
  const isAsked = blocker.state === "blocked";
  const dialog = useModal(isAsked);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="glip-session"
      aria-labelledby={isAsked ? "unsaved-heading" : undefined}
      aria-describedby={isAsked ? "unsaved-text" : undefined}
      onCancel={(event) => {
        event.preventDefault();
        blocker.reset?.();
      }}
    >
      {isAsked && (
        <>
          <h2 id="unsaved-heading">Leave without saving?</h2>
          <p id="unsaved-text">
            You have unsaved changes on this page.{" "}
            {isAllKept()
              ? `If you leave, this tab keeps your text, but not chosen files, until you ${isVisitor ? "" : "sign out or "}close it.`
              : "If you leave, you lose them."}
          </p>
          <div className="glip-cluster">
            <button type="button" className="usa-button" onClick={blocker.reset}>
              Keep editing
            </button>
            <button type="button" className="usa-button usa-button--outline" onClick={blocker.proceed}>
              Leave without saving
            </button>
          </div>
        </>
      )}
    </dialog>
  );
}

/** For how long after a click on a download or an email link `beforeunload` is ignored: it does not leave the page. */
const DOWNLOAD_MILLISECONDS = 1000;

function useAskBeforeUnload(): void {
  useEffect(() => {
    let downloadAt = Number.NEGATIVE_INFINITY;
    const ask = (event: BeforeUnloadEvent) => {
      if (performance.now() - downloadAt > DOWNLOAD_MILLISECONDS && hasUnsaved()) event.preventDefault();
    };
    // Added only after something was typed: some browsers do not keep a page with such a listener for the back button.
    const listen = () => window.addEventListener("beforeunload", ask);
    const noteDownload = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
      if (link && (link.pathname.startsWith("/api/") || !link.protocol.startsWith("http"))) {
        downloadAt = performance.now();
      }
    };
    if (hasUnsaved()) listen();
    document.addEventListener("input", listen);
    document.addEventListener("click", noteDownload, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", ask);
      document.removeEventListener("input", listen);
      document.removeEventListener("click", noteDownload, { capture: true });
    };
  }, []);
}
