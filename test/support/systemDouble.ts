// A double of what Electron offers of the system: tray, shortcuts, power, pictures, clipboard, spelling.

import { EventEmitter } from 'node:events';
import { utilityProcess } from './utilityProcess.ts';

interface FakeSource {
  id: string;
  name: string;
  thumbnail: FakeImage;
}

/** A picture of a size; its PNG is its name. */
export class FakeImage {
  readonly name: string;
  readonly width: number;
  isTemplate = false;
  readonly scales: number[] = [];

  constructor(name: string, width = 16) {
    this.name = name;
    this.width = width;
  }

  isEmpty(): boolean {
    return this.width === 0;
  }
  getSize(): { width: number; height: number } {
    return { width: this.width, height: this.width };
  }
  resize({ width }: { width: number }): FakeImage {
    return new FakeImage(this.name, width);
  }
  toPNG(): Buffer {
    return Buffer.from(`${this.name} ${this.width}`);
  }
  addRepresentation({ scaleFactor }: { scaleFactor: number }): void {
    this.scales.push(scaleFactor);
  }
  setTemplateImage(isTemplate: boolean): void {
    this.isTemplate = isTemplate;
  }
}

class FakeTray extends EventEmitter {
  image: FakeImage;
  tip = '';
  menu: unknown = null;
  destroyed = false;

  constructor(image: FakeImage) {
    super();
    this.image = image;
  }
  setImage(image: FakeImage): void {
    this.image = image;
  }
  setToolTip(tip: string): void {
    this.tip = tip;
  }
  setContextMenu(menu: unknown): void {
    this.menu = menu;
  }
  destroy(): void {
    this.destroyed = true;
  }
}

export function systemDouble() {
  const state = {
    trays: [] as FakeTray[],
    /** Shortcuts that another app has. */
    takenKeys: new Set<string>(),
    shortcuts: new Map<string, () => void>(),
    /** Ids of blockers that are on. */
    blockers: new Set<number>(),
    sources: [] as FakeSource[],
    askedSizes: [] as number[],
    mediaAccess: 'granted',
    clipboard: '',
    selection: undefined as string | undefined,
    spelling: { isOn: true, languages: ['en-US'], available: ['de', 'en-US', 'fr'], words: [] as string[] },
  };
  let lastBlocker = 0;
  class Tray extends FakeTray {
    constructor(image: FakeImage) {
      super(image);
      state.trays.push(this);
    }
  }
  const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false });
  const display = {
    workArea: { x: 0, y: 0, width: 1920, height: 1080 },
    size: { width: 1920, height: 1080 },
    scaleFactor: 1,
  };
  return {
    state,
    speller: {
      get availableSpellCheckerLanguages() {
        return state.spelling.available;
      },
      setSpellCheckerEnabled(isOn: boolean) {
        state.spelling.isOn = isOn;
      },
      setSpellCheckerLanguages(languages: string[]) {
        if (languages.some((each) => !state.spelling.available.includes(each)))
          throw new Error('Invalid language code');
        state.spelling.languages = languages;
      },
    },
    electron: {
      Tray,
      nativeTheme,
      screen: {
        getAllDisplays: () => [display],
        getCursorScreenPoint: () => ({ x: 0, y: 0 }),
        getDisplayNearestPoint: () => display,
      },
      nativeImage: {
        createFromBitmap: (_bitmap: Buffer, { width }: { width: number }) => new FakeImage('bitmap', width),
      },
      globalShortcut: {
        isRegistered: (keys: string) => state.shortcuts.has(keys),
        register(keys: string, onPress: () => void) {
          if (state.takenKeys.has(keys)) return false;
          state.shortcuts.set(keys, onPress);
          return true;
        },
        unregister: (keys: string) => void state.shortcuts.delete(keys),
      },
      powerSaveBlocker: {
        start() {
          state.blockers.add(++lastBlocker);
          return lastBlocker;
        },
        stop: (id: number) => state.blockers.delete(id),
      },
      desktopCapturer: {
        async getSources({ thumbnailSize }: { thumbnailSize: { width: number } }) {
          state.askedSizes.push(thumbnailSize.width);
          return state.sources.map((source) => ({
            ...source,
            thumbnail: source.thumbnail.isEmpty() ? source.thumbnail : source.thumbnail.resize(thumbnailSize),
          }));
        },
      },
      utilityProcess,
      systemPreferences: { getMediaAccessStatus: () => state.mediaAccess },
      clipboard: {
        readText: async () => state.clipboard,
        async writeText(text: string) {
          state.clipboard = text;
        },
        get selection() {
          const { selection } = state;
          return selection === undefined ? undefined : { readText: async () => selection };
        },
      },
    },
  };
}
