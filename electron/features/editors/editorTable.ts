// The supported editors: their programs, where they are installed, and how each opens a file at a line.

import { join } from 'node:path';
import { type EditorName, editorLabels } from '../../../shared/features/editors/editors.ts';

export interface FilePosition {
  /** Absolute, with links resolved. */
  file: string;
  line?: number | undefined;
  column?: number | undefined;
}

export interface EditorEntry {
  name: Exclude<EditorName, 'custom'>;
  /** Program names to look for in PATH, best first; with the product's name if it is not the editor's. */
  programs: readonly { program: string; label?: string }[];
  /** Needs a terminal to run in. */
  inTerminal?: boolean;
  argumentsFor(at: FilePosition): string[];
}

/** Editors that read `path:line` would take a number in the name for a line. */
const hasNumberMark = (file: string): boolean => /:\d/.test(file.slice(2));

const marked = ({ file, line, column }: FilePosition): string =>
  line === undefined || hasNumberMark(file) ? file : `${file}:${line}:${column ?? 1}`;

const withGoto = (at: FilePosition): string[] => (marked(at) === at.file ? [at.file] : ['--goto', marked(at)]);

const byColon = (at: FilePosition): string[] => [marked(at)];

const vimPosition = ({ file, line }: FilePosition): string[] => [...(line === undefined ? [] : [`+${line}`]), file];

export const editorTable: readonly EditorEntry[] = [
  {
    name: 'vscode',
    programs: [{ program: 'code' }, { program: 'code-insiders' }, { program: 'codium', label: 'VSCodium' }],
    argumentsFor: withGoto,
  },
  { name: 'cursor', programs: [{ program: 'cursor' }], argumentsFor: withGoto },
  { name: 'zed', programs: [{ program: 'zed' }, { program: 'zeditor' }], argumentsFor: byColon },
  {
    name: 'jetbrains',
    programs: [
      ...[
        ['idea', 'IntelliJ IDEA'],
        ['webstorm', 'WebStorm'],
        ['pycharm', 'PyCharm'],
        ['goland', 'GoLand'],
        ['rustrover', 'RustRover'],
        ['phpstorm', 'PhpStorm'],
        ['rubymine', 'RubyMine'],
        ['clion', 'CLion'],
        ['rider', 'Rider'],
        ['studio', 'Android Studio'],
      ].map(([program = '', label = '']) => ({ program, label })),
    ],
    argumentsFor: ({ file, line, column }) => [
      ...(line === undefined
        ? []
        : ['--line', String(line), ...(column === undefined ? [] : ['--column', String(column)])]),
      file,
    ],
  },
  { name: 'sublime', programs: [{ program: 'subl' }], argumentsFor: byColon },
  {
    name: 'emacs',
    programs: [{ program: 'emacs' }],
    argumentsFor: ({ file, line, column }) => [...(line === undefined ? [] : [`+${line}:${column ?? 1}`]), file],
  },
  { name: 'vim', programs: [{ program: 'gvim' }, { program: 'mvim' }], argumentsFor: vimPosition },
  { name: 'vim', programs: [{ program: 'nvim' }, { program: 'vim' }], inTerminal: true, argumentsFor: vimPosition },
];

/** Terminal programs that run a program with its arguments as they are, and the arguments before it. */
export const terminals: readonly { program: string; before: readonly string[] }[] = [
  { program: 'x-terminal-emulator', before: ['-e'] },
  { program: 'gnome-terminal', before: ['--'] },
  { program: 'konsole', before: ['-e'] },
  { program: 'xfce4-terminal', before: ['-x'] },
  { program: 'kitty', before: [] },
  { program: 'alacritty', before: ['-e'] },
  { program: 'wezterm', before: ['start', '--'] },
  { program: 'ghostty', before: ['-e'] },
  { program: 'foot', before: [] },
  { program: 'xterm', before: ['-e'] },
  { program: 'wt', before: ['--'] },
];

/** The whole command line. Windows Terminal would start another command after a `;`, as in a file's name. */
export const inTerminal = (terminal: readonly string[], args: readonly string[]): string[] => [
  ...terminal,
  ...(/(?:^|[\\/])wt(?:\.exe)?$/i.test(terminal[0] ?? '') ? args.map((arg) => arg.replaceAll(';', '\\;')) : args),
];

export const labelOf = (entry: EditorEntry, program: EditorEntry['programs'][number]): string =>
  program.label ?? editorLabels[entry.name];

export interface SystemPaths {
  platform: NodeJS.Platform;
  home: string;
  /** An environment variable; empty if unset. */
  variable(name: string): string;
}

/** Folders to look in after PATH, which apps started from a desktop often have in a short form. */
export function commonFolders({ platform, home, variable }: SystemPaths): string[] {
  if (platform === 'win32') return [];
  const common = ['/usr/local/bin', '/usr/bin', join(home, '.local/bin')];
  if (platform === 'darwin') return ['/opt/homebrew/bin', ...common];
  const data = variable('XDG_DATA_HOME') || join(home, '.local/share');
  return [...common, '/snap/bin', join(data, 'JetBrains/Toolbox/scripts')];
}

/** Absolute paths of a program where its installer puts it. */
export function installedPaths(program: string, { platform, home, variable }: SystemPaths): string[] {
  if (platform === 'darwin') {
    const bundled = macPrograms[program];
    return bundled === undefined ? [] : ['/Applications', join(home, 'Applications')].map((at) => join(at, bundled));
  }
  if (platform !== 'win32') return [];
  const installed = windowsPrograms[program] ?? [];
  return installed.flatMap(([root, path]) => (variable(root) === '' ? [] : [`${variable(root)}\\${path}`]));
}

const macPrograms: Readonly<Record<string, string>> = {
  code: 'Visual Studio Code.app/Contents/Resources/app/bin/code',
  codium: 'VSCodium.app/Contents/Resources/app/bin/codium',
  cursor: 'Cursor.app/Contents/Resources/app/bin/cursor',
  zed: 'Zed.app/Contents/MacOS/cli',
  subl: 'Sublime Text.app/Contents/SharedSupport/bin/subl',
  emacs: 'Emacs.app/Contents/MacOS/Emacs',
  mvim: 'MacVim.app/Contents/bin/mvim',
  idea: 'IntelliJ IDEA.app/Contents/MacOS/idea',
  webstorm: 'WebStorm.app/Contents/MacOS/webstorm',
  pycharm: 'PyCharm.app/Contents/MacOS/pycharm',
  goland: 'GoLand.app/Contents/MacOS/goland',
  rustrover: 'RustRover.app/Contents/MacOS/rustrover',
  phpstorm: 'PhpStorm.app/Contents/MacOS/phpstorm',
  rubymine: 'RubyMine.app/Contents/MacOS/rubymine',
  clion: 'CLion.app/Contents/MacOS/clion',
  rider: 'Rider.app/Contents/MacOS/rider',
  studio: 'Android Studio.app/Contents/MacOS/studio',
};

/** The programs themselves: a `.cmd` file would need a shell. */
const windowsPrograms: Readonly<Record<string, readonly [root: string, path: string][]>> = {
  code: [
    ['LOCALAPPDATA', 'Programs\\Microsoft VS Code\\Code.exe'],
    ['ProgramFiles', 'Microsoft VS Code\\Code.exe'],
  ],
  codium: [
    ['LOCALAPPDATA', 'Programs\\VSCodium\\VSCodium.exe'],
    ['ProgramFiles', 'VSCodium\\VSCodium.exe'],
  ],
  cursor: [['LOCALAPPDATA', 'Programs\\cursor\\Cursor.exe']],
  zed: [['LOCALAPPDATA', 'Programs\\Zed\\Zed.exe']],
  subl: [['ProgramFiles', 'Sublime Text\\subl.exe']],
  gvim: [['ProgramFiles', 'Vim\\vim91\\gvim.exe']],
};
