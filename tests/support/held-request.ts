import type { PersonKey } from "./cast";
import { CLIENT_IP, HOST, type Portal, readResponse, type TestResponse } from "./portal";

/** A request whose headers have arrived and whose body has not. */
export interface HeldRequest {
  /** Sends the body and reads the response. */
  finish(): Promise<TestResponse>;
}

export interface HeldBody {
  contentType: string;
  text: string;
  /** How many characters are sent with the headers. By default none. */
  sent?: number;
}

export const jsonBody = (value: object): HeldBody => ({ contentType: "application/json", text: JSON.stringify(value) });
export const formBody = (fields: Record<string, string>): HeldBody => ({
  contentType: "application/x-www-form-urlencoded",
  text: String(new URLSearchParams(fields)),
});

const BOUNDARY = "held";
/** A form with one file, as a browser sends it. */
export function fileBody(fields: Record<string, string>, field: string, fileName: string, content: string): HeldBody {
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\n`;
  const file = `${head}Content-Type: text/plain\r\n\r\n${content}\r\n--${BOUNDARY}--\r\n`;
  return { contentType: `multipart/form-data; boundary=${BOUNDARY}`, text: texts.join("") + file };
}

/**
 * Sends a request's headers and waits until the portal reads the body, or the rest of it. By that time, it has
 * authenticated the caller.
 * @param sender a person, or the cookies of a browser
 */
export async function holdRequest(
  portal: Portal,
  sender: PersonKey | { cookie: string },
  [method, path]: readonly [method: string, path: string],
  { contentType, text, sent: first = 0 }: HeldBody,
): Promise<HeldRequest> {
  let ask: () => void = () => {};
  let send: () => void = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  const encoder = new TextEncoder();
  let start = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (start < first) {
          start = first;
          controller.enqueue(encoder.encode(text.slice(0, first)));
          return;
        }
        ask();
        await sent;
        controller.enqueue(encoder.encode(text.slice(first)));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const cookie = typeof sender === "string" ? portal.cookieOf(sender) : sender.cookie;
  const headers = { host: HOST, ...(cookie !== "" && { cookie }), "content-type": contentType };
  const request = new Request(`http://${HOST}${path}`, {
    method,
    headers,
    body,
    duplex: "half",
    redirect: "manual",
  } as RequestInit);
  const answered = portal.handler(Object.assign(request, { ip: CLIENT_IP }));
  await asked;
  return {
    async finish() {
      send();
      return readResponse(await answered);
    },
  };
}
