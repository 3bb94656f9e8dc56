// Films the window as a silent WebM with a pointer and captions. It consists of screenshots with a duration each, so it is
// the same on a slow machine: the time that the app needed does not count.

import type { BrowserContext, Locator, Page } from '@playwright/test';
import { webm } from './webm.ts';

interface Point {
  x: number;
  y: number;
}

interface Shot {
  png: string;
  ms: number;
  pointer: Point | null;
  pressed: boolean;
}

/** 0 is lossless, 63 the smallest. */
const quantizer = 36;
const stepMs = 40;

export class Film {
  readonly #page: Page;
  readonly #shots: Shot[] = [];
  readonly #captions: { text: string; from: number }[] = [];
  #png = '';
  #poster = '';
  #pointer: Point | null = null;
  #scale = 1;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Applies until the next one. */
  caption(text: string): void {
    this.#captions.push({ text, from: this.#length() });
  }

  /** Shows the page as it is, for this long. */
  async hold(ms: number): Promise<void> {
    await this.#look();
    this.#add(ms);
  }

  /** The page as it is becomes the picture before the film is played. */
  async pose(): Promise<void> {
    await this.#look();
    this.#poster = this.#png;
  }

  async click(target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded();
    await target.hover({ trial: true });
    const box = await target.boundingBox();
    if (!box) throw new Error('The target has no place on the page.');
    const position = { x: Math.min(box.width / 2, 120), y: box.height / 2 };
    const to = { x: box.x + position.x, y: box.y + position.y };
    await this.#look();
    const size = this.#page.viewportSize() ?? { width: 0, height: 0 };
    const from = this.#pointer ?? { x: size.width * 0.55, y: size.height * 0.62 };
    for (let step = 1; step <= 14; step++) {
      const done = (1 - Math.cos((Math.PI * step) / 14)) / 2;
      this.#pointer = { x: from.x + (to.x - from.x) * done, y: from.y + (to.y - from.y) * done };
      this.#add(stepMs);
    }
    await target.hover({ position });
    await this.hold(260);
    this.#add(180, true);
    await target.click({ position });
  }

  async type(field: Locator, text: string): Promise<void> {
    await field.focus();
    for (const part of text.match(/.{1,3}/gsu) ?? []) {
      await this.#page.keyboard.type(part);
      await this.hold(3 * stepMs);
    }
  }

  /** The video, its captions as WebVTT, and its poster as JPEG. */
  async develop(context: BrowserContext) {
    const page = await context.newPage();
    // The encoder needs a page of a trustworthy origin.
    await page.route('http://localhost/', (route) => route.fulfill({ contentType: 'text/html', body: '<p></p>' }));
    await page.goto('http://localhost/');
    const { width, height } = await page.evaluate(startEncoder, this.#shots[0]?.png ?? '');
    let at = 0;
    for (const shot of this.#shots) {
      await page.evaluate(encode, { ...shot, at, quantizer, scale: this.#scale });
      at += shot.ms;
    }
    // A block has no duration: without a frame at the end, players stop at the last change.
    const last = this.#shots.at(-1);
    if (last) await page.evaluate(encode, { ...last, at: at - stepMs, quantizer, scale: this.#scale });
    const encoded = await page.evaluate(finish, this.#poster || (last?.png ?? ''));
    const frames = encoded.chunks.map(({ data, ...rest }) => ({ ...rest, data: Buffer.from(data, 'base64') }));
    await page.close();
    const poster = Buffer.from(encoded.poster, 'base64');
    return { video: webm(frames, { width, height }, at), captions: this.#webVtt(at), poster, ms: at };
  }

  #webVtt(end: number): string {
    const cues = this.#captions.map(({ text, from }, index) => {
      const to = this.#captions[index + 1]?.from ?? end;
      return `${clock(from)} --> ${clock(to)}\n${text}\n`;
    });
    return `WEBVTT\n\n${cues.join('\n')}`;
  }

  #length(): number {
    return this.#shots.reduce((sum, { ms }) => sum + ms, 0);
  }

  async #look(): Promise<void> {
    await this.#page.evaluate(() => document.fonts.ready);
    this.#png = (await this.#page.screenshot({ animations: 'disabled', caret: 'initial' })).toString('base64');
    this.#scale = await this.#page.evaluate(() => devicePixelRatio);
  }

  #add(ms: number, pressed = false): void {
    const last = this.#shots.at(-1);
    if (last && last.png === this.#png && last.pressed === pressed && same(last.pointer, this.#pointer)) {
      last.ms += ms;
    } else {
      this.#shots.push({ png: this.#png, ms, pointer: this.#pointer, pressed });
    }
  }
}

function same(one: Point | null, other: Point | null): boolean {
  return one === other || (one !== null && other !== null && one.x === other.x && one.y === other.y);
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 23);
}

interface Encoder {
  encoder: VideoEncoder;
  canvas: HTMLCanvasElement;
  chunks: { data: string; key: boolean; ms: number }[];
}

/** Runs in the page, as do the next two. */
async function startEncoder(png: string) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const chunks: Encoder['chunks'] = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      chunks.push({ data: btoa(binary), key: chunk.type === 'key', ms: chunk.timestamp / 1000 });
    },
    error(error) {
      throw error;
    },
  });
  encoder.configure({
    codec: 'vp09.00.40.08',
    width: image.width,
    height: image.height,
    bitrateMode: 'quantizer',
    latencyMode: 'quality',
  });
  Object.assign(window, { film: { encoder, canvas, chunks } });
  return { width: image.width, height: image.height };
}

async function encode(shot: Shot & { at: number; quantizer: number; scale: number }): Promise<void> {
  const { encoder, canvas } = (window as unknown as { film: Encoder }).film;
  const image = new Image();
  image.src = `data:image/png;base64,${shot.png}`;
  await image.decode();
  const drawing = canvas.getContext('2d');
  if (!drawing) throw new Error('no canvas');
  drawing.setTransform(1, 0, 0, 1, 0, 0);
  drawing.drawImage(image, 0, 0);
  if (shot.pointer) {
    drawing.setTransform(shot.scale, 0, 0, shot.scale, shot.pointer.x * shot.scale, shot.pointer.y * shot.scale);
    if (shot.pressed) {
      drawing.beginPath();
      drawing.arc(0, 0, 15, 0, 7);
      drawing.fillStyle = 'rgb(14 122 112 / 35%)';
      drawing.fill();
    }
    const arrow = new Path2D('M0 0V19L4.6 14.8L7.6 21.8L10.6 20.5L7.6 13.7H14Z');
    drawing.fillStyle = '#111';
    drawing.fill(arrow);
    drawing.strokeStyle = '#fff';
    drawing.lineWidth = 1.4;
    drawing.stroke(arrow);
  }
  const frame = new VideoFrame(canvas, { timestamp: shot.at * 1000, duration: shot.ms * 1000 });
  const options = { keyFrame: shot.at === 0, vp9: { quantizer: shot.quantizer } };
  encoder.encode(frame, options);
  frame.close();
}

async function finish(poster: string) {
  const { encoder, canvas, chunks } = (window as unknown as { film: Encoder }).film;
  await encoder.flush();
  encoder.close();
  const image = new Image();
  image.src = `data:image/png;base64,${poster}`;
  await image.decode();
  const drawing = canvas.getContext('2d');
  drawing?.setTransform(1, 0, 0, 1, 0, 0);
  drawing?.drawImage(image, 0, 0);
  const url = canvas.toDataURL('image/jpeg', 0.78);
  return { chunks, poster: url.slice(url.indexOf(',') + 1) };
}
