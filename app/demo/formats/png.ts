import { crc32, deflateSync } from "node:zlib";
import { chanceOf } from "~/demo/stage/stage";
import type { Document } from "./document";

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = 24;
const BARS = 9;
const GAP = 12;
/** Palette entries: paper, axis, bar. */
const PALETTE = Buffer.from([255, 255, 255, 86, 92, 101, 26, 68, 128]);
const PAPER = 0;
const AXIS = 1;
const BAR = 2;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A bar chart as a PNG image with indexed color (ISO/IEC 15948). The same title always gets the same bars. */
export function makePng(document: Document): Uint8Array {
  const chance = chanceOf(document.title);
  const heights = Array.from({ length: BARS }, () => 40 + chance.below(HEIGHT - 2 * MARGIN - 40));
  const step = (WIDTH - 2 * MARGIN) / BARS;
  const colourAt = (x: number, y: number) => {
    if (x === MARGIN || y === HEIGHT - MARGIN) return AXIS;
    const bar = Math.floor((x - MARGIN) / step);
    const height = heights[bar];
    const within = height !== undefined && (x - MARGIN) % step > GAP && y < HEIGHT - MARGIN;
    return within && y >= HEIGHT - MARGIN - height ? BAR : PAPER;
  };
  // Each row begins with its filter: none.
  const rows = Buffer.alloc(HEIGHT * (WIDTH + 1));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) rows[y * (WIDTH + 1) + 1 + x] = colourAt(x, y);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", PALETTE),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
