// Customizations from files: listing, problems, and editing the user's own.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { defineMethod, id, type Nothing } from '../../protocol/method.ts';
import { type CustomizationKind, type CustomizationOrigin, customizationKinds } from './customization.ts';

export interface CustomizationInfo {
  /** Identifies its file in `customization.read`. */
  id: string;
  kind: CustomizationKind;
  /** The name to call it by. */
  name: string;
  /** Display name; empty: the name. */
  title: string;
  /** On one line; may be empty. */
  description: string;
  origin: CustomizationOrigin;
  /** Label of the file that takes precedence with the same name; null: this one is in effect. */
  shadowedBy: string | null;
  /** The model may use it on its own: a skill or an agent. */
  forModel: boolean;
  /** Fields of its file that are not supported, as sentences. */
  notes: UserTextData[];
  /** In the user's data folder: `customization.save` and `remove` can change it. */
  editable: boolean;
}

export interface CustomizationProblem {
  kind: CustomizationKind;
  /** The file in readable form. */
  label: string;
  line?: number;
  message: UserTextData;
}

/** Customizations of an untrusted folder; only their names are read. */
export interface UntrustedCustomizations {
  count: number;
  /** At most 100. */
  names: { kind: CustomizationKind; name: string }[];
}

const kind = z.enum(customizationKinds);
/** For the user's own files; a command's name may include folders, separated by `/`. */
const ownName = z.string().min(1).max(200);

export const customizationMethods = {
  /** Returns all customizations, including shadowed ones. For an untrusted folder only `untrusted` is set. */
  'customization.list': defineMethod<{
    entries: CustomizationInfo[];
    problems: CustomizationProblem[];
    untrusted: UntrustedCustomizations;
    /** The user's folders in readable form: where a new file of each kind goes. */
    folders: Partial<Record<CustomizationKind, string>>;
  }>()('none', z.object({ projectId: id.nullable().default(null) })),
  /** Returns the file's text. `version`: pass it to `save` and `remove`, which fail if the file has changed since. */
  'customization.read': defineMethod<{ info: CustomizationInfo; text: string; version: string }>()(
    'none',
    z.object({ projectId: id.nullable().default(null), id: z.string().min(1).max(5_000) }),
  ),
  /**
   * Writes a prompt or command in the user's data folder. `version` null: creates it, and fails if the name is taken.
   */
  'customization.save': defineMethod<{ info: CustomizationInfo; version: string }>()(
    'app',
    z.object({
      kind: kind.extract(['prompt', 'command']),
      name: ownName,
      text: z.string().max(200_000),
      version: z.string().max(100).nullable(),
    }),
  ),
  'customization.remove': defineMethod<Nothing>()(
    'app',
    z.object({ kind: kind.extract(['prompt', 'command']), name: ownName, version: z.string().max(100) }),
  ),
} as const;

/** Read `customization.list` again. */
export type CustomizationEvent = { type: 'customizations.changed' };
