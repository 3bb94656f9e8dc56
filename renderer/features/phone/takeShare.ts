// Shares of other apps on the phone with the installed window. The service worker keeps each in the browser until the user
// looks at it: nothing reaches the host, a draft or a model before that. Any page on the web can send such a form, too, so
// what arrives is small, plain, and never enough to fill the browser's storage.

/** Bundled into the service worker alone, so the limits of attachments are repeated here; a test compares them. @internal */
export const shareLimits = {
  fileBytes: 25 * 1024 * 1024,
  files: 50,
  bytes: 200 * 1024 * 1024,
  characters: 100_000,
  /** That wait for the user; further ones are refused, and replace none. */
  waiting: 5,
  keptMs: 7 * 24 * 3600_000,
};

/** In the browser's database, which the window reads (waitingShares.ts). */
export interface StoredShare {
  id: string;
  at: number;
  /** Removed afterwards. */
  until: number;
  text: string;
  files: File[];
  /** Names of files that were left out. */
  left: string[];
  /** The text was too long. */
  isCut: boolean;
}

/** Answers the form that the browser sends for the share target of the manifest. */
export async function takeShare(request: Request, origin: string): Promise<Response> {
  // Browsers name no page for a share; a page that hides itself is only stopped by the user, who decides about each share.
  if (/^https?:/.test(request.referrer) && new URL(request.referrer).origin !== origin)
    return refused(403, 'Other websites cannot share with Throughline.');
  const form = await request.formData().catch(() => null);
  if (form === null) return refused(400, 'This could not be read.');
  const share = shareOf(form);
  if (share.text !== '' || share.files.length > 0 || share.left.length > 0) {
    const stored = await store(share).catch(() => withoutFiles(share));
    if (!stored) return refused(429, 'Look at what you shared before: open Throughline.');
  }
  return Response.redirect(`${origin}/`, 303);
}

/** The storage may be full. */
function withoutFiles(share: StoredShare): Promise<boolean> {
  const left = [...share.left, ...share.files.map(({ name }) => name)];
  return store({ ...share, files: [], left }).catch(() => false);
}

function refused(status: number, text: string): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" },
  });
}

/** @internal */
export function shareOf(form: FormData): StoredShare {
  const parts = ['title', 'text', 'url'].map((name) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : '';
  });
  // Apps repeat the title or the address in the text.
  const isRepeated = (part: string, at: number): boolean =>
    parts.some((other, index) => index !== at && other.includes(part) && (other !== part || index < at));
  const whole = parts.filter((part, at) => part !== '' && !isRepeated(part, at)).join('\n\n');
  const files: File[] = [];
  const left: string[] = [];
  let bytes = 0;
  for (const value of form.getAll('files')) {
    // An empty field of a form.
    if (typeof value === 'string' || (value.name === '' && value.size === 0)) continue;
    const name = safeName(value.name);
    const fits = value.size <= shareLimits.fileBytes && bytes + value.size <= shareLimits.bytes;
    if (fits && files.length < shareLimits.files) {
      bytes += value.size;
      files.push(new File([value], name, { type: value.type }));
    } else if (left.length < shareLimits.files) left.push(name);
  }
  const at = Date.now();
  return {
    id: crypto.randomUUID(),
    at,
    until: at + shareLimits.keptMs,
    text: whole.slice(0, shareLimits.characters),
    files,
    left,
    isCut: whole.length > shareLimits.characters,
  };
}

/** Only a name: no folders, controls or marks that change the direction of text. */
function safeName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, '').trim();
  const short = [...plain].slice(-120).join('').replace(/^\.+/, '');
  return short === '' ? 'file' : short;
}

function store(share: StoredShare): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('throughline-shared', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('shares', { keyPath: 'id' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction('shares', 'readwrite');
      const shares = transaction.objectStore('shares');
      let isTaken = false;
      const reading = shares.getAll();
      reading.onsuccess = () => {
        const old = (reading.result as StoredShare[]).filter(({ until }) => share.at > until);
        for (const { id } of old) shares.delete(id);
        isTaken = reading.result.length - old.length < shareLimits.waiting;
        if (isTaken) shares.put(share);
      };
      const end = (finish: () => void) => (): void => {
        database.close();
        finish();
      };
      transaction.oncomplete = end(() => resolve(isTaken));
      transaction.onerror = end(() => reject(transaction.error));
      transaction.onabort = end(() => reject(transaction.error));
    };
  });
}
