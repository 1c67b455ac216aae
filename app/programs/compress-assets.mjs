#!/usr/bin/env node
// Compresses the built assets once, so that no request has to: the server sends the .br or .gz beside each file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const FOLDER = "build/client";

for (const entry of readdirSync(FOLDER, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(file);
  const compressed = { br: brotliCompressSync(bytes), gz: gzipSync(bytes, { level: 9 }) };
  for (const [name, smaller] of Object.entries(compressed)) {
    if (smaller.length < bytes.length) writeFileSync(`${file}.${name}`, smaller);
  }
}
