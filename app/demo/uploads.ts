import type { Document } from "~/demo/formats/document";
import type { Stage } from "~/demo/stage/stage";
import type { AnyOperation, ResultOf } from "~/operations/operation.server";
import { receiveUpload, type UploadedFile } from "~/storage/upload.server";
import { makeFile } from "./files";

/** A file to create and send. Its extension decides the format. */
interface SentFile {
  fileName: string;
  document: Document;
}

/** Runs an operation with files, which are staged on disk like uploads. */
export async function performWithFiles<Called extends AnyOperation>(
  stage: Stage,
  operation: Called,
  email: string,
  value: Record<string, unknown>,
  files: { field: string; sent: readonly SentFile[] },
): Promise<ResultOf<Called>> {
  const stagings = await Promise.all(files.sent.map((file) => stageFile(stage, file)));
  const uploads = stagings.map(({ upload }) => upload);
  const discardAll = async () => {
    await Promise.all(stagings.map(({ discard }) => discard()));
  };
  return stage.perform(operation, email, { ...value, [files.field]: uploads }, discardAll);
}

async function stageFile(
  { services }: Stage,
  { fileName, document }: SentFile,
): Promise<{ upload: UploadedFile; discard: () => Promise<void> }> {
  const { write, finish, discard } = receiveUpload(services.files, fileName);
  await write(makeFile(fileName, document));
  return { upload: await finish(), discard };
}
