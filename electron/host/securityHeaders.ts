// Security headers of the page, the same for both hosts.

/** Allows scripts and connections only from the page's own origin; blocks everything else. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  // Previews. Also applies to navigation by a frame itself, so none can leave.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Previews show content from the model. It may run inline scripts in an opaque origin, but has no network access and
 * cannot navigate.
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
  // Scripts can create markup only through the document's own policy.
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

/** `urlPath`: the URL's path. The preview is the only document other than the page. */
export function headersOf(urlPath: string): Readonly<Record<string, string>> {
  return isPreviewPath(urlPath) ? { ...securityHeaders, 'Content-Security-Policy': previewPolicy } : securityHeaders;
}

export function isPreviewPath(urlPath: string): boolean {
  return /^\/assets\/previewFrame-[\w-]+\.html$/.test(urlPath);
}
