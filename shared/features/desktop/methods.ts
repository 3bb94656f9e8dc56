// The desktop app's own conveniences: menus, the tray, the quick window, captures. A browser host has none of them.

import { z } from 'zod';
import type { UserTextData } from '../../core/sentence.ts';
import { conversationId, defineMethod, type Nothing, nothing } from '../../protocol/method.ts';
import { type DesktopLabels, desktopLabelNames } from './labels.ts';

/** A request of the system to a window. `newChat`: in this folder, or like the window's own command. */
export type WindowRequest =
  | { what: 'command'; command: string }
  | { what: 'newChat'; folder: string | null }
  | { what: 'show'; conversationId: string };

/**
 * `window.request`: for the window that last had the focus. `quick.reopened`: the user asked for the quick window again after it
 * was hidden.
 */
export type DesktopEvent =
  | { type: 'window.request'; request: WindowRequest }
  | { type: 'desktop.changed' }
  | { type: 'quick.reopened' };

/** `taken`: another app has the shortcut, or the system refuses it. */
export type QuickKeysState = 'off' | 'ready' | 'taken';

export interface DesktopStatus {
  platform: 'mac' | 'windows' | 'linux';
  /** Linux with Wayland: shortcuts and captures go through the system's portal. */
  isWayland: boolean;
  quickKeys: QuickKeysState;
  /** Languages that the spell checker can have; empty: it uses the system's (macOS). */
  spellLanguages: string[];
  /** The machine is kept awake now. */
  isAwake: boolean;
  hasTray: boolean;
}

/** A window or a screen that the user can capture. */
export interface CaptureSource {
  id: string;
  name: string;
  kind: 'window' | 'screen';
  /** A small PNG in Base64. */
  preview: string;
}

/** Names for the system's menus in the window's language, and its commands with their shortcuts. */
export interface DesktopDescription {
  labels: Partial<DesktopLabels>;
  commands: { id: string; title: string; keys: string }[];
}

export const desktopMethods = {
  /** Null: the host is no desktop app. */
  'desktop.status': defineMethod<{ status: DesktopStatus | null }>()('none', nothing),
  /**
   * Names menus in the window's language, with the titles and shortcuts of its commands. Returns what the system asked
   * for before there was a window.
   */
  'desktop.describe': defineMethod<{ requests: WindowRequest[] }>()(
    'none',
    z.object({
      labels: z.partialRecord(z.enum(desktopLabelNames), z.string().min(1).max(120)),
      commands: z
        .array(z.object({ id: z.string().max(60), title: z.string().min(1).max(120), keys: z.string().max(60) }))
        .max(60),
    }),
  ),
  /** Lists windows and screens, for the user to choose one. `problem`: why there are none. */
  'desktop.sources': defineMethod<{ sources: CaptureSource[]; problem: UserTextData | null }>()('none', nothing),
  /** Captures one of them as a PNG in Base64; null: it is gone. */
  'desktop.capture': defineMethod<{ image: string | null }>()('none', z.object({ sourceId: z.string().max(200) })),
  /** Text that is selected in another app, or else the clipboard's. */
  'desktop.selection': defineMethod<{ text: string; from: 'selection' | 'clipboard' | 'none' }>()('none', nothing),
  /** Opens or closes the quick window. */
  'desktop.quick': defineMethod<Nothing>()('none', z.object({ open: z.boolean() })),
  /** Enlarges the quick window for a picture or a dialog, or restores its size. */
  'desktop.resizeQuick': defineMethod<Nothing>()('none', z.object({ large: z.boolean() })),
  /** Shows a conversation in a window of the app, and brings it to the front. */
  'desktop.show': defineMethod<Nothing>()('none', z.object({ conversationId })),
  'desktop.newWindow': defineMethod<Nothing>()('none', nothing),
} as const;
