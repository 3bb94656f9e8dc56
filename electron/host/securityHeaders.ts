// The page's security rules, as headers. Both hosts serve the same pages under the same rules.

/** Scripts and connections only from where the page came from; nothing else loads or submits anything. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  // Previews; it also holds whatever a frame does to itself, so that none can go elsewhere.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * What is drawn in a preview is the model's. It may run what it brings itself, in an origin of its own, and has no address to
 * load from, to send to or to go to.
 */
const previewPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  'font-src data:',
  'media-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  // Each markup that a script makes passes the document's own hand.
  "require-trusted-types-for 'script'",
  'trusted-types default',
  'sandbox allow-scripts',
].join('; ');

export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': pagePolicy,
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** `urlPath`: the path of the address. The one document among what is built beside the page is that of the previews. */
export function headersOf(urlPath: string): Readonly<Record<string, string>> {
  return isPreviewPath(urlPath) ? { ...securityHeaders, 'Content-Security-Policy': previewPolicy } : securityHeaders;
}

export function isPreviewPath(urlPath: string): boolean {
  return /^\/assets\/previewFrame-[\w-]+\.html$/.test(urlPath);
}
