// The manifest of a release: which version there is, and its files for one system and processor. A manifest decides what runs
// on the user's machine, so nothing in it counts before its signature is verified.

import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/errors.ts';
import { say } from '../../../shared/core/sentence.ts';
import { updateFileKinds } from '../../ports/updates.ts';

/** Larger responses are refused. Release notes are the only long part. */
export const maxManifestBytes = 256 * 1024;
/** Four times the size of today's packages. */
const maxFileBytes = 1024 ** 3;
const maxNotesLength = 64 * 1024;

/** A plain name: no folder, no address, nothing hidden. */
const fileName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,149}$/;
const versionPattern = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z-]{1,30}(?:\.[0-9A-Za-z-]{1,30}){0,9}))?$/;

const fileSchema = z.object({
  kind: z.enum(updateFileKinds),
  name: z.string().regex(fileName),
  size: z.number().int().min(1).max(maxFileBytes),
  /** Base64. */
  sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
});

/** Unknown fields and kinds of later versions are ignored. */
const manifestSchema = z.object({
  v: z.literal(1),
  app: z.literal('throughline'),
  version: z.string().regex(versionPattern),
  platform: z.string().max(20),
  arch: z.string().max(20),
  published: z.iso.datetime(),
  notes: z.string().max(maxNotesLength).default(''),
  /** The share of users that it is offered to; absent: all. */
  stagingPercentage: z.number().min(0).max(100).optional(),
  files: z
    .array(z.unknown())
    .max(20)
    .transform((files) => files.filter((file) => !isUnknownKind(file)))
    .pipe(z.array(fileSchema)),
});

const envelopeSchema = z.object({
  v: z.literal(1),
  /** Ed25519, over the UTF-8 bytes of `manifest`; Base64. */
  signature: z.string().max(200),
  /** The manifest as JSON, exactly as it was signed. */
  manifest: z.string().max(maxManifestBytes),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestFile = z.infer<typeof fileSchema>;

function isUnknownKind(file: unknown): boolean {
  const kind = (file as { kind?: unknown } | null)?.kind;
  return typeof kind === 'string' && !(updateFileKinds as readonly string[]).includes(kind);
}

/** One file per system and processor, so that no other build can be taken by mistake. */
export function manifestName(platform: string, arch: string): string {
  return `updates-${platform}-${arch}.json`;
}

/** The 32 bytes of an Ed25519 key, as Base64. Null if they are none. */
function readPublicKey(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) return null;
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }, format: 'jwk' });
}

/** The text to publish. Throws if the manifest is not one that `openManifest` accepts. @internal */
export function sealManifest(manifest: z.input<typeof manifestSchema>, privateKey: KeyObject): string {
  const text = JSON.stringify(manifestSchema.parse(manifest));
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64');
  return `${JSON.stringify({ v: 1, signature, manifest: text }, null, 2)}\n`;
}

const refused = (sentence: ReturnType<typeof say>) => fail('UPDATE_REFUSED', sentence);

/** Fails with UPDATE_REFUSED and the reason. */
export function openManifest(text: string, publicKey: string): Result<Manifest> {
  const envelope = envelopeSchema.safeParse(parsed(text));
  if (!envelope.success) {
    const signed = (parsed(text) as { signature?: unknown } | null)?.signature;
    return refused(
      signed === undefined && parsed(text) !== null
        ? say`The update server’s answer is not signed, so it was refused. Nothing was changed.`
        : say`The update server’s answer is damaged, so it was refused. Nothing was changed.`,
    );
  }
  const key = readPublicKey(publicKey);
  const { manifest, signature } = envelope.data;
  if (!key || !verify(null, Buffer.from(manifest), key, Buffer.from(signature, 'base64'))) {
    return refused(
      say`The update server’s answer was not signed by the publisher of this app, so it was refused. Nothing was changed.`,
    );
  }
  const read = manifestSchema.safeParse(parsed(manifest));
  if (read.success) return ok(read.data);
  const path = read.error.issues[0]?.path ?? [];
  return refused(
    path[0] === 'files' && path.at(-1) === 'name'
      ? say`The update server’s answer names a file outside of its own folder, so it was refused. Nothing was changed.`
      : path[0] === 'files' && path.at(-1) === 'size'
        ? say`The update server’s answer announces a file that is too large, so it was refused. Nothing was changed.`
        : say`The update server’s answer has a form that this version does not know (${path.join('.')}), so it was refused. Nothing was changed.`,
  );
}

/** This installation, and what it saw before. */
export interface Here {
  version: string;
  platform: string;
  arch: string;
  /** When the newest manifest was published that was ever accepted here. */
  newestSeen: string | null;
}

/** Null: it has no newer version. Fails with UPDATE_REFUSED where a server, or somebody on the way, does what it must not. */
export function judgeManifest(manifest: Manifest, here: Here): Result<Manifest | null> {
  const { version, platform, arch, published } = manifest;
  if (platform !== here.platform || arch !== here.arch) {
    return refused(
      say`The update server offered version ${version} for ${platform} on ${arch}, but this is ${here.platform} on ${here.arch}. It was refused, and nothing was changed.`,
    );
  }
  if (here.newestSeen !== null && Date.parse(published) < Date.parse(here.newestSeen)) {
    return refused(
      say`The update server sent an answer of ${published}, but this app has already seen one of ${here.newestSeen}. It was refused as a replay, and nothing was changed.`,
    );
  }
  const order = compareVersions(version, here.version);
  if (order < 0) {
    return refused(
      say`The update server offered version ${version}, which is older than this one (${here.version}). It was refused, and nothing was changed.`,
    );
  }
  return ok(order === 0 ? null : manifest);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The order of semantic versions: negative if `one` is older. @internal */
export function compareVersions(one: string, other: string): number {
  const [, ...a] = versionPattern.exec(one) ?? [];
  const [, ...b] = versionPattern.exec(other) ?? [];
  for (let at = 0; at < 3; at++) {
    const order = Number(a[at] ?? 0) - Number(b[at] ?? 0);
    if (order !== 0) return order;
  }
  // A release comes after its previews.
  if (a[3] === undefined || b[3] === undefined) return Number(a[3] === undefined) - Number(b[3] === undefined);
  return compareLabels(a[3].split('.'), b[3].split('.'));
}

function compareLabels(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one, other] = [a[at], b[at]];
    if (one === other) continue;
    if (one === undefined || other === undefined) return one === undefined ? -1 : 1;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return Number(one) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}
