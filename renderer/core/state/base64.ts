// Converts bytes to and from base64 in chunks that browser functions accept.

const step = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let letters = '';
  for (let at = 0; at < bytes.length; at += step) {
    letters += String.fromCharCode(...bytes.subarray(at, at + step));
  }
  return btoa(letters);
}

export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const letters = atob(base64);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
