// English strings for the desktop app: its settings, the quick window, and the system's menus.

import { desktopLabels } from '../../../../shared/features/desktop/labels.ts';

export const catalog = {
  labels: desktopLabels,
  awake: 'The machine stays awake while agents work',
  settings: {
    tray: 'Show an icon in the tray',
    trayHint:
      'It shows whether something works or needs you. With it, Throughline keeps running after you close its last window; quit it from the icon’s menu.',
    awake: 'Keep the machine awake while agents work',
    awakeHint:
      'Only while a run works, not while it waits for you. The screen may still turn off. The sidebar shows when it applies.',
    content: 'Show what a call will do in notifications',
    contentHint:
      'Then you can allow or deny it there. Anything dangerous, doubtful or too long to read there opens the conversation instead. Others who can see your lock screen can read it, too.',
    quick: 'Shortcut for the quick window',
    quickHint:
      'Works in every app. The quick window sends a message to a new conversation; you can add selected text and a screenshot.',
    quickTaken: 'Another app or the system uses this shortcut. Choose another one.',
    quickWayland:
      'On Wayland, the desktop may ask you to confirm the shortcut, and some desktops have no system-wide shortcuts. You can then bind “throughline open --quick” in the system’s keyboard settings.',
    openQuick: 'Open the quick window',
    spelling: 'Check spelling in',
    spellingHint:
      'Right-click a marked word for suggestions. When you choose a language, its dictionary is downloaded once from Google’s server (redirector.gvt1.com); nothing you type is sent.',
    spellingMac: 'Check spelling',
    spellingMacHint: 'Uses macOS’s spell checker and its languages.',
    addLanguage: 'Add a language…',
    removeLanguage: (name: string) => `Remove ${name}`,
    unavailable: 'The desktop app did not answer.',
  },
  quick: {
    title: 'Quick window',
    close: 'Close',
    selection: 'Selected text',
    selectionHint: 'Adds text that is selected in another app, or else copied text',
    noSelection: 'Nothing is selected or copied. Some apps must copy the text first.',
    fromClipboard: 'Added the copied text.',
    fromSelection: 'Added the selected text.',
    screenshot: 'Screenshot',
    screenshotHint: 'Adds a picture of a window or a screen',
    openMain: 'Open in main window',
    again: 'New message',
    empty: 'Ask anything. Enter sends, Esc closes.',
  },
  capture: {
    title: 'Choose what to capture',
    windows: 'Windows',
    screens: 'Screens',
    loading: 'Looking for windows and screens…',
    region: 'Choose a region',
    regionHint: 'Drag over the part you want, or attach the whole picture.',
    attachAll: 'Attach whole picture',
    attachRegion: 'Attach region',
    back: 'Back',
    gone: 'This window or screen is gone. Choose another one.',
    file: 'screenshot.png',
  },
} as const;
