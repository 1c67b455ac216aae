import { useCallback, useEffect, useRef, useState } from "react";
import { discardUnsaved } from "~/ui/kit/form/unsaved";
import { useModal } from "~/ui/kit/modal";
import { counted } from "~/values/format";
import type { Frame } from "~/web/pages/frame.server";
import { BACKGROUND_HEADER } from "~/web/transport/background-request";
import { SignOutForm } from "./sign-out";

type Session = NonNullable<Frame["session"]>;
type Lasting = Session["lasting"];

/** How long before the end we offer to continue the session. WCAG 2.2 (2.2.1) requires at least 20 seconds. */
const WARNING_SECONDS = 120;
/** Each page computes the end from its own load, so two pages may differ by this much. */
const SAME_LIMIT_MILLISECONDS = 60_000;
const UNAUTHORIZED = 401;

/** The state of the session: it lasts; it ends soon unless it is used; it ends soon in any case; it has ended. */
type Phase = "lasting" | "idle" | "limit" | "ended";

/**
 * Warns before a session ends and lets people stay signed in with one press. After the end, it covers the page, because
 * someone else may be at the screen. The page and what was typed return after the same person signs in again in another
 * tab. Needs scripts.
 */
export function SessionEnding({ session }: { session: Session }) {
  const { phase, minutesLeft, isUnreachable, stay, dismiss } = useSessionPhase(session);
  const isShown = phase !== "lasting";
  const dialog = useModal(isShown);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={phase === "ended" ? "glip-session glip-session--ended" : "glip-session"}
      aria-labelledby={isShown ? "session-heading" : undefined}
      aria-describedby={isShown ? "session-text" : undefined}
      onCancel={(event) => {
        // Pressing Escape shows that someone is there.
        event.preventDefault();
        if (phase === "idle") void stay();
        if (phase === "limit") dismiss();
      }}
    >
      {phase === "idle" && (
        <>
          <h2 id="session-heading">Are you still there?</h2>
          <p id="session-text">
            We will sign you out in {counted(minutesLeft, "minute", "minutes")} because you have not done anything for a
            while. What you typed here is not saved yet.
          </p>
          {isUnreachable && <p role="alert">We could not reach the service. Try again.</p>}
          <div className="glip-cluster">
            <button type="button" className="usa-button" onClick={stay}>
              Stay signed in
            </button>
            <SignOutForm />
          </div>
        </>
      )}
      {phase === "limit" && (
        <>
          <h2 id="session-heading">Your session ends soon</h2>
          <p id="session-text">
            We will sign you out in {counted(minutesLeft, "minute", "minutes")}, because every session has a time limit.
            Save what you typed here.
          </p>
          <button type="button" className="usa-button" onClick={dismiss}>
            Continue
          </button>
        </>
      )}
      {phase === "ended" && (
        <>
          <h2 id="session-heading">You were signed out</h2>
          <p id="session-text">
            What you typed is still here, but it is not saved. Sign in again in another tab, then come back to this one.
          </p>
          <a className="usa-button" href="/login" target="_blank" rel="noreferrer">
            Sign in on a new tab
          </a>
        </>
      )}
    </dialog>
  );
}

/** What a tab tells the browser's other tabs, which share the session: that it was used, and how long it lasts now. */
const CHANNEL = "session";

function useSessionPhase({ email, lasting }: Session) {
  const [phase, setPhase] = useState<Phase>("lasting");
  const [minutesLeft, setMinutesLeft] = useState(0);
  const [isUnreachable, setUnreachable] = useState(false);
  const ends = useRef({ idle: 0, limit: 0 });
  /** The fixed end that the person was already warned about. */
  const warnedLimit = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>();

  /** Checks the clock, and sets a timer for the next change. */
  const check = useCallback(async () => {
    clearTimeout(timer.current);
    const { idle, limit } = ends.current;
    const left = (Math.min(idle, limit) - Date.now()) / 1000;
    const warning = Math.min(WARNING_SECONDS, lasting.idleSeconds / 2);
    const checkAgainIn = (seconds: number) => {
      // Browsers run timers of more than 2^31 milliseconds immediately.
      timer.current = setTimeout(check, Math.min(Math.max(seconds, 1), 86_400) * 1000);
    };
    if (left > warning) {
      setPhase("lasting");
      return checkAgainIn(left - warning);
    }
    if (left > 0) {
      setMinutesLeft(Math.max(1, Math.round(left / 60)));
      if (limit > idle) setPhase("idle");
      else if (Math.abs(limit - warnedLimit.current) > SAME_LIMIT_MILLISECONDS) setPhase("limit");
      return checkAgainIn(left);
    }
    if (await isEndedAtServer(email)) {
      setPhase("ended");
      // Someone may sign in again where no tab tells this one.
      return checkAgainIn(WARNING_SECONDS);
    }
    // Something else used the session in the meantime, so it still lasts.
    const soon = Date.now() + SAME_LIMIT_MILLISECONDS;
    ends.current = { idle: soon, limit: Math.max(limit, soon) };
    void check();
  }, [email, lasting]);

  const lastFor = useCallback(
    ({ idleSeconds, restSeconds }: Lasting) => {
      ends.current = { idle: Date.now() + idleSeconds * 1000, limit: Date.now() + restSeconds * 1000 };
      void check();
    },
    [check],
  );

  // Each page load uses the session.
  useEffect(() => {
    lastFor(lasting);
    const channel = new BroadcastChannel(CHANNEL);
    channel.postMessage({ email, lasting });
    channel.onmessage = ({ data }: MessageEvent<Pick<Session, "email" | "lasting">>) => {
      if (data.email === email) lastFor(data.lasting);
      else reloadForAnother();
    };
    // Timers do not run while a computer sleeps.
    const checkIfVisible = () => void (document.visibilityState === "visible" && check());
    // Without a session, a submitted form would be lost.
    const blockSubmit = (event: SubmitEvent) => {
      if (Math.min(ends.current.idle, ends.current.limit) > Date.now()) return;
      event.preventDefault();
      event.stopPropagation();
      void check();
    };
    document.addEventListener("visibilitychange", checkIfVisible);
    document.addEventListener("submit", blockSubmit, { capture: true });
    return () => {
      clearTimeout(timer.current);
      channel.close();
      document.removeEventListener("visibilitychange", checkIfVisible);
      document.removeEventListener("submit", blockSubmit, { capture: true });
    };
  }, [email, lasting, lastFor, check]);

  return {
    phase,
    minutesLeft,
    isUnreachable,
    async stay() {
      const response = await fetch("/api/session").catch(() => null);
      setUnreachable(response === null);
      if (response?.status === UNAUTHORIZED) setPhase("ended");
      if (!response?.ok) return;
      const restSeconds = (ends.current.limit - Date.now()) / 1000;
      lastFor({ ...lasting, restSeconds });
      const channel = new BroadcastChannel(CHANNEL);
      channel.postMessage({ email, lasting: { ...lasting, restSeconds } });
      channel.close();
    },
    dismiss() {
      warnedLimit.current = ends.current.limit;
      setPhase("lasting");
    },
  };
}

/** Someone else signed in, so nothing on this page is theirs. */
function reloadForAnother(): void {
  discardUnsaved();
  window.location.reload();
}

/**
 * Asks the server once the session should be over, without using it. Another tab or the server's clock may know better.
 */
async function isEndedAtServer(email: string): Promise<boolean> {
  const response = await fetch("/api/session", { headers: { [BACKGROUND_HEADER]: "session" } }).catch(() => null);
  if (response?.ok && (await response.json()).data.email !== email) reloadForAnother();
  return response?.status === UNAUTHORIZED;
}
