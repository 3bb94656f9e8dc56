// Pictures of windows and screens, and selected text: only when the user asks for them in the quick window, and never of
// that window itself.

import type { Clipboard, DesktopCapturer, DesktopCapturerSource, Screen, SystemPreferences } from 'electron';
import { say, type UserText } from '../../../shared/core/sentence.ts';
import type { CaptureSource } from '../../../shared/features/desktop/methods.ts';

export interface CaptureParts {
  desktopCapturer: Pick<DesktopCapturer, 'getSources'>;
  screen: Pick<Screen, 'getAllDisplays'>;
  systemPreferences: Pick<SystemPreferences, 'getMediaAccessStatus'>;
  clipboard: Pick<Clipboard, 'readText'> & { selection?: Pick<Clipboard, 'readText'> };
  platform: NodeJS.Platform;
  isWayland: boolean;
  /** Electron's ids of the app's own windows that must not be listed. */
  ownSources(): string[];
  /** Runs a capture while the quick window is hidden. */
  withoutQuick<T>(capture: () => Promise<T>): Promise<T>;
}

export interface Capture {
  sources(): Promise<{ sources: CaptureSource[]; problem: UserText | null }>;
  /** A PNG in Base64; null: the window or screen is gone. */
  capture(sourceId: string): Promise<string | null>;
  selection(): Promise<{ text: string; from: 'selection' | 'clipboard' | 'none' }>;
}

const previewSize = { width: 320, height: 200 };
/** Electron scales pictures to fit; larger than any screen only costs memory. */
const maxSide = 8192;
const maxTextLength = 100_000;
/** Also bounds the answer to what one frame may carry. */
const maxImageBytes = 5_000_000;

export function createCapture(parts: CaptureParts): Capture {
  const { desktopCapturer, platform, isWayland } = parts;
  /** On Wayland the portal asks the user each time, so the picture that they chose there is kept until it is taken. */
  let chosen: DesktopCapturerSource[] = [];

  function fullSize(): { width: number; height: number } {
    const sides = parts.screen.getAllDisplays().map(({ size, scaleFactor }) => ({
      width: Math.min(maxSide, Math.round(size.width * scaleFactor)),
      height: Math.min(maxSide, Math.round(size.height * scaleFactor)),
    }));
    return {
      width: Math.max(1, ...sides.map(({ width }) => width)),
      height: Math.max(1, ...sides.map(({ height }) => height)),
    };
  }

  async function list(thumbnailSize: { width: number; height: number }): Promise<DesktopCapturerSource[]> {
    const matches = await desktopCapturer.getSources({ types: ['window', 'screen'], thumbnailSize });
    const ownIds = parts.ownSources();
    return matches.filter(({ id, thumbnail }) => !ownIds.includes(id) && !thumbnail.isEmpty());
  }

  return {
    async sources() {
      if (platform === 'darwin' && parts.systemPreferences.getMediaAccessStatus('screen') !== 'granted') {
        // Asking for the sources makes macOS show its own question once, and list the app in its settings.
        await list(previewSize).catch(() => {});
        return {
          sources: [],
          problem: say`macOS does not let Throughline record the screen. Allow it in System Settings, under Privacy & Security, Screen Recording. Then start Throughline again.`,
        };
      }
      try {
        const matches = isWayland ? await parts.withoutQuick(() => list(fullSize())) : await list(previewSize);
        chosen = isWayland ? matches : [];
        const sources = matches.map(({ id, name, thumbnail }): CaptureSource => {
          const { width } = thumbnail.getSize();
          const preview = width > previewSize.width ? thumbnail.resize({ width: previewSize.width }) : thumbnail;
          return {
            id,
            name: name.slice(0, 200),
            kind: id.startsWith('screen:') ? 'screen' : 'window',
            preview: preview.toPNG().toString('base64'),
          };
        });
        return { sources, problem: sources.length > 0 ? null : noSources(isWayland) };
      } catch {
        return { sources: [], problem: noSources(isWayland) };
      }
    },
    async capture(sourceId) {
      const matches = isWayland
        ? chosen
        : await parts.withoutQuick(() => list(fullSize())).catch(() => [] as DesktopCapturerSource[]);
      chosen = [];
      let image = matches.find(({ id }) => id === sourceId)?.thumbnail ?? null;
      for (let png = image?.toPNG(); image && png; png = image.toPNG()) {
        if (png.byteLength <= maxImageBytes) return png.toString('base64');
        image = image.resize({ width: Math.floor(image.getSize().width / 2) });
      }
      return null;
    },
    async selection() {
      // Only Linux has a clipboard for what is selected, and not each of its desktops.
      const selected = (await parts.clipboard.selection?.readText()) ?? '';
      if (selected.trim() !== '') return { text: selected.slice(0, maxTextLength), from: 'selection' };
      const text = (await parts.clipboard.readText()).slice(0, maxTextLength);
      return { text, from: text.trim() === '' ? 'none' : 'clipboard' };
    },
  };
}

function noSources(isWayland: boolean): UserText {
  return isWayland
    ? say`Nothing was shared. On Wayland the system asks what to share; it needs xdg-desktop-portal with a backend for your desktop.`
    : say`The system shows no window or screen to Throughline.`;
}
