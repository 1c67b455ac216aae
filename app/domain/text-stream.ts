/** Text is sent on in pieces of about this size: smaller ones cost more than they save. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * Text that is made while it is sent, as a stream of UTF-8. Nothing is made before somebody reads, and no more of it
 * than is read; whoever stops reading ends the making, whose `finally` then runs.
 */
export function streamOfText(parts: AsyncGenerator<string, void, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = "";
        while (text.length < PIECE_CHARACTERS) {
          const { done, value } = await parts.next();
          if (done) {
            if (text !== "") controller.enqueue(encoder.encode(text));
            return controller.close();
          }
          text += value;
        }
        controller.enqueue(encoder.encode(text));
      },
      cancel: () => parts.return().then(() => undefined),
    },
    { highWaterMark: 0 },
  );
}
