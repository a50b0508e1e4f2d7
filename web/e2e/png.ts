import { deflateSync } from 'node:zlib';

type Colour = readonly [red: number, green: number, blue: number];

/** The CRC-32 that ends each chunk of a PNG. */
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), content]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG with a gradient from one colour (top left) to another. */
function png(width: number, height: number, from: Colour, to: Colour): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const share = (x / width + y / height) / 2;
      const at = y * (width * 3 + 1) + 1 + x * 3;
      for (const part of [0, 1, 2] as const) rows[at + part] = Math.round(from[part] + (to[part] - from[part]) * share);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

const sunset: Colour = [242, 166, 90];
const brick: Colour = [160, 48, 36];
const sky: Colour = [198, 226, 238];
const wood: Colour = [62, 110, 84];

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

/** Image files for a file picker. */
export const sampleImages = {
  landscape: file('landscape.png', png(1200, 800, sunset, brick)),
  portrait: file('portrait.png', png(500, 900, sky, wood)),
  /** Larger than any screen, like a phone's photo. Making it takes half a second, which only who needs it spends. */
  get photo() {
    return file('photo.png', png(4000, 3000, sky, brick));
  },
  nine: Array.from({ length: 9 }, (_, index) => file(`nine-${index}.png`, png(200, 160, sunset, [28 * index, 60, 90]))),
  notAnImage: { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('this is no picture at all') },
};
