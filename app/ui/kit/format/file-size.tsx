import { formatFileSize } from "~/values/format";

/** "24 KB" */
export function FileSize({ bytes }: { bytes: number }) {
  return formatFileSize(bytes);
}
