// Files chosen or dropped on the dialog, each with a path that the user recognizes. Walks folders, up to a limit.

import { maxImportFiles } from '../../../shared/features/import/methods.ts';

export interface PickedFile {
  /** Relative, with `/`. */
  path: string;
  file: File;
}

/** Files that systems create in every folder. */
const litter = /(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i;

export function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false;
}

export function chosenFiles(list: FileList | null): PickedFile[] {
  return sound([...(list ?? [])].map((file) => ({ path: file.webkitRelativePath || file.name, file })));
}

/**
 * Must be called while the event is handled; its data is gone afterwards. Returns one file over the limit if there are
 * more.
 */
export async function readDroppedFiles(data: DataTransfer): Promise<PickedFile[]> {
  const entries = [...data.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    const file = item.kind === 'file' ? item.getAsFile() : null;
    return entry ?? file ?? [];
  });
  const files: PickedFile[] = [];
  const waiting: (FileSystemEntry | File)[] = entries;
  while (waiting.length > 0 && files.length <= maxImportFiles) {
    const next = waiting.shift();
    if (next instanceof File) files.push({ path: next.name, file: next });
    else if (next?.isDirectory) waiting.push(...(await entriesOf(next as FileSystemDirectoryEntry)));
    else if (next)
      files.push({ path: next.fullPath.replace(/^\//, ''), file: await fileOf(next as FileSystemFileEntry) });
  }
  return sound(files);
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  // It returns entries in batches.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

function sound(files: PickedFile[]): PickedFile[] {
  return files.filter(({ path }) => !litter.test(path));
}
