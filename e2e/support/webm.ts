// Makes a WebM video from VP9 frames: Chromium encodes them, this writes the container (webmproject.org/docs/container).
// Each key frame starts a cluster, which may be 32 seconds long, and has a cue.

export interface EncodedFrame {
  data: Buffer;
  key: boolean;
  /** From the start of the video. */
  ms: number;
}

export function webm(frames: readonly EncodedFrame[], size: { width: number; height: number }, ms: number): Buffer {
  const info = element(0x1549a966, [
    element(0x2ad7b1, uint(1_000_000)),
    element(0x4489, double(ms)),
    element(0x4d80, Buffer.from('throughline')),
    element(0x5741, Buffer.from('throughline')),
  ]);
  const picture = element(0xe0, [element(0xb0, uint(size.width)), element(0xba, uint(size.height))]);
  const codec = element(0x86, Buffer.from('V_VP9'));
  const track = element(0xae, [
    element(0xd7, uint(1)),
    element(0x73c5, uint(1)),
    element(0x83, uint(1)),
    codec,
    picture,
  ]);
  const tracks = element(0x1654ae6b, track);
  const groups: EncodedFrame[][] = [];
  for (const frame of frames) {
    if (frame.key) groups.push([]);
    groups.at(-1)?.push(frame);
  }
  const clusters = groups.map((group) => ({ ms: group[0]?.ms ?? 0, bytes: cluster(group) }));
  const head = Buffer.concat([info, tracks]);
  const positions = clusters.map((_, index) =>
    clusters.slice(0, index).reduce((sum, { bytes }) => sum + bytes.length, head.length),
  );
  const cues = element(
    0x1c53bb6b,
    clusters.map(({ ms: time }, index) =>
      element(0xbb, [
        element(0xb3, uint(time)),
        element(0xb7, [element(0xf7, uint(1)), element(0xf1, uint(positions[index] ?? 0))]),
      ]),
    ),
  );
  const ebml = element(0x1a45dfa3, [
    element(0x4286, uint(1)),
    element(0x42f7, uint(1)),
    element(0x42f2, uint(4)),
    element(0x42f3, uint(8)),
    element(0x4282, Buffer.from('webm')),
    element(0x4287, uint(4)),
    element(0x4285, uint(2)),
  ]);
  return Buffer.concat([ebml, element(0x18538067, [head, ...clusters.map(({ bytes }) => bytes), cues])]);
}

/** Times in a block are 16 bits, relative to its cluster. */
function cluster(frames: readonly EncodedFrame[]): Buffer {
  const start = frames[0]?.ms ?? 0;
  const blocks = frames.map(({ data, key, ms }) => {
    const block = Buffer.from([0x81, 0, 0, key ? 0x80 : 0]);
    block.writeInt16BE(ms - start, 1);
    return element(0xa3, [block, data]);
  });
  return element(0x1f43b675, [element(0xe7, uint(start)), ...blocks]);
}

function element(id: number, content: Buffer | readonly Buffer[]): Buffer {
  const body = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  // A size has a marker bit before its 56 bits.
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(0x01_00_00_00_00_00_00_00n | BigInt(body.length));
  return Buffer.concat([uint(id), size, body]);
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(Math.round(value)));
  const first = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(first < 0 ? 7 : first);
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
